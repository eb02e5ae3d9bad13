#include "adapter/http/guest/guest_site.hpp"

#include <algorithm>
#include <array>
#include <random>

#include "adapter/http/api/limit/cors.hpp"
#include "adapter/http/api/measure/metered_reply.hpp"
#include "adapter/http/guest/event/event_named.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/head_parser.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

// Interval between presence reports: a quarter of the shortest silence that matters, at most 15 s.
unsigned window_seconds(const waiting_room::LineRules& rules) {
    constexpr std::int64_t kLongest = 15;
    const Duration shortest = std::min(rules.away_after, rules.active_away_after);
    return static_cast<unsigned>(
        std::clamp<std::int64_t>(shortest / std::chrono::seconds{4}, 1, kLongest));
}

constexpr std::array<QueryParameter, 1> kEventQuery = {{{"eventId"}}};
constexpr std::array<QueryParameter, 2> kCodeQuery = {{{"eventId"}, {"code", kAccessCodeMax}}};
constexpr std::array<QueryParameter, 2> kHallQuery = {{{"eventId"}, {"performanceId"}}};
constexpr std::array<QueryParameter, 3> kSeatsQuery = {{{"eventId"}, {"performanceId"}, {"since"}}};
constexpr std::array<QueryParameter, 1> kReceiptQuery = {{{"receipt"}}};
// `seats` is a comma-separated list of seat ids.
constexpr std::array<QueryParameter, 2> kRefundQuery = {
    {{"orderId"}, {"seats", seat::kSeatsPerHoldMax*(seat::kSeatIdBytesMax + 1)}}};

std::string_view without_port(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    return colon == host.npos || host.ends_with(']') ? host : host.substr(0, colon);
}

// With TLS, only cookie names count that no other host can set, and a call about one event is
// counted under that event's cookie. Otherwise a cookie planted by a sibling domain could use up
// another guest's limit.
std::string_view queue_cookie_of(const Request& request) {
    const std::string_view cookies = request.header("cookie");
    if (cookies.empty()) return {};
    const std::string prefix = cookie_name(request, "onsale_q_");
    const std::string_view event = event_named(request);
    return event.empty() ? cookie_with_prefix(cookies, prefix)
                         : cookie_value(cookies, prefix + std::string{event});
}

}  // namespace

GuestSite::GuestSite(LoopContext& context, GuestSiteConfig config, GuestLimits& limits,
                     LoopMetrics& metrics, std::function<void(StreamHub::Key)> announce_stream)
    : context_(context),
      config_(std::move(config)),
      metrics_(metrics),
      announce_stream_(std::move(announce_stream)),
      limits_(limits),
      streams_(config_.streams),
      timer_(context.loop) {}

std::span<const GuestSite::RouteEntry> GuestSite::routes() {
    using M = Method;
    using R = MeteredRoute;
    // The busiest routes first.
    static constexpr std::array kRoutes = std::to_array<RouteEntry>({
        {M::kGet, "/api/queue/status", R::kStatus, &GuestSite::get_status, kEventQuery},
        {M::kPost, "/api/queue/enter", R::kEnter, &GuestSite::post_enter},
        {M::kGet, "/api/verify", R::kVerify, &GuestSite::get_verify},
        {M::kGet, "/api/booking/seats", R::kSeats, &GuestSite::get_seats, kSeatsQuery},
        {M::kPost, "/api/booking/seats/select", R::kSelect, &GuestSite::post_select},
        {M::kPost, "/api/booking/seats/best", R::kBest, &GuestSite::post_best},
        {M::kDelete, "/api/booking/seats/release", R::kRelease, &GuestSite::delete_release,
         kHallQuery},
        {M::kPost, "/api/booking/seats/release", R::kRelease, &GuestSite::post_release},
        {M::kGet, "/api/booking/hall", R::kHall, &GuestSite::get_hall, kHallQuery},
        {M::kPost, "/api/payment/request", R::kPaymentRequest, &GuestSite::post_payment},
        {M::kPost, "/api/payment/confirm", R::kPaymentConfirm, &GuestSite::post_confirm},
        {M::kPost, "/api/payment/cancel", R::kPaymentCancel, &GuestSite::post_cancel},
        {M::kGet, "/api/payment/return/", R::kPaymentReturn, &GuestSite::payment_return},
        {M::kPost, "/api/payment/return/", R::kPaymentReturn, &GuestSite::payment_return},
        {M::kPost, "/api/payment/webhook/", R::kWebhook, &GuestSite::post_webhook},
        {M::kGet, "/api/payment/refund-preview", R::kRefundPreview, &GuestSite::get_refund_preview,
         kRefundQuery},
        {M::kGet, "/api/orders/", R::kOrderDetail, &GuestSite::get_order_detail},
        {M::kGet, "/api/bookings", R::kBookings, &GuestSite::get_bookings},
        {M::kGet, "/api/bookings/", R::kBookings, &GuestSite::get_booking},
        {M::kPost, "/api/visitor", R::kVisitor, &GuestSite::post_visitor},
        {M::kGet, "/api/queue/position", R::kPosition, &GuestSite::get_position, kEventQuery},
        {M::kPost, "/api/queue/heartbeat", R::kHeartbeat, &GuestSite::post_heartbeat},
        {M::kDelete, "/api/queue/leave", R::kLeave, &GuestSite::delete_leave, kEventQuery},
        {M::kPost, "/api/queue/leave", R::kLeave, &GuestSite::post_leave},
        {M::kPost, "/api/queue/extend", R::kExtend, &GuestSite::post_extend},
        {M::kPost, "/api/queue/move", R::kMove, &GuestSite::post_move},
        {M::kPost, "/api/queue/move/take", R::kMove, &GuestSite::post_move_take},
        {M::kGet, "/api/queue/stream", R::kStream, &GuestSite::get_stream, kEventQuery},
        {M::kGet, "/api/queue/serving/", R::kServing, &GuestSite::get_serving},
        {M::kGet, "/api/queue/order/", R::kOrder, &GuestSite::get_order, kReceiptQuery},
        {M::kGet, "/api/queue/challenge", R::kChallenge, &GuestSite::get_challenge, kEventQuery},
        {M::kGet, "/api/queue/eligibility", R::kEligibility, &GuestSite::get_eligibility,
         kCodeQuery},
        {M::kPost, "/api/queue/complete", R::kComplete, &GuestSite::post_complete},
        {M::kGet, "/api/events", R::kEvents, &GuestSite::get_events},
        {M::kGet, "/api/events/", R::kEvent, &GuestSite::get_event},
        {M::kGet, "/healthz", R::kHealth, &GuestSite::get_health},
        {M::kGet, "/readyz", R::kHealth, &GuestSite::get_ready},
        {M::kGet, "/assets/", R::kAsset, &GuestSite::get_asset},
        {M::kGet, "/images/", R::kAsset, &GuestSite::get_image},
        {M::kGet, "/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/ko", R::kPage, &GuestSite::get_page},
        {M::kGet, "/en", R::kPage, &GuestSite::get_page},
        {M::kGet, "/ko/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/en/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/events/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/queue/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/payment/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/orders/", R::kPage, &GuestSite::get_page},
        {M::kGet, "/bookings", R::kPage, &GuestSite::get_page},
        {M::kGet, "/bookings/", R::kPage, &GuestSite::get_page},
        {M::kPost, "/ko/queue/", R::kPage, &GuestSite::post_queue_page},
        {M::kPost, "/en/queue/", R::kPage, &GuestSite::post_queue_page},
        {M::kGet, "/demo-pay/", R::kDemoPay, &GuestSite::get_demo_pay},
        {M::kPost, "/demo-pay/", R::kDemoPay, &GuestSite::post_demo_pay},
    });
    return kRoutes;
}

void GuestSite::handle(const Request& request, Reply& reply) {
    asking_.reset();
    if (config_.allowed_origins.empty() || !open_to_sites(request.path))
        return serve(request, reply);
    CorsReply cors{reply, allowed_origin(request, config_.allowed_origins)};
    serve(request, cors);
}

void GuestSite::serve(const Request& request, Reply& reply) {
    MeteredReply metered{reply, request, metrics_, context_.log, asking_};
    const Method method = request.method == Method::kHead ? Method::kGet : request.method;
    const RouteEntry* found = nullptr;
    std::string allowed;  // The methods of this path, when none matches.
    for (const RouteEntry& route : routes()) {
        const bool prefix = route.path.size() > 1 && route.path.ends_with('/');
        const bool matches =
            request.path == route.path || (prefix && request.path.size() > route.path.size() &&
                                           request.path.starts_with(route.path));
        if (!matches) continue;
        if (route.method != method) {
            const std::string_view word = allow_word(route.method);
            if (allowed.find(word) == allowed.npos)
                allowed += (allowed.empty() ? "" : ", ") + std::string{word};
            continue;
        }
        // The longest match wins: /api/events/x is one event, not the list.
        if (found == nullptr || route.path.size() > found->path.size()) found = &route;
        if (!prefix) break;
    }
    if (!host_served(request))
        return refuse(metered, ErrorCode::kHostNotAllowed, language_of(request));
    if (found == nullptr) return answer_unrouted(request, metered, allowed);
    metered.set_route(found->metered);
    // The verify route does its own counting, because it knows whether the guest is admitted.
    const bool counts_itself = found->metered == MeteredRoute::kVerify;
    if (!counts_itself && !is_static(*found, request) && !let_in(request, metered)) return;
    if (const auto* const misused = misused_parameter(request.query, found->query))
        return refuse(metered, ErrorCode::kBadField, language_of(request),
                      R"({"field":")" + std::string{misused->name} + R"("})");
    (this->*found->route)(request, metered);
}

// One page view fetches a dozen files, and refusing one costs as much as sending it.
bool GuestSite::is_static(const RouteEntry& route, const Request& request) {
    return route.metered == MeteredRoute::kAsset ||
           (route.route == &GuestSite::get_page && request.query.empty());
}

void GuestSite::answer_unrouted(const Request& request, Reply& reply, const std::string& allowed) {
    const Language language = language_of(request);
    if (allowed.empty()) return refuse(reply, ErrorCode::kNotFound, language);
    const bool asks = is_preflight(request) && open_to_sites(request.path) &&
                      !allowed_origin(request, config_.allowed_origins).empty();
    if (asks) {
        if (!let_in(request, reply)) return;
        return reply.answer({.status = 204, .headers = preflight_headers(allowed)});
    }
    metrics_.rejected(ErrorCode::kMethodNotAllowed);
    const ErrorEntry& error = entry(ErrorCode::kMethodNotAllowed);
    const std::string headers = "Cache-Control: no-store\r\nAllow: " + allowed + "\r\n";
    const std::string body = error_body(ErrorCode::kMethodNotAllowed, language);
    reply.answer({.status = error.status,
                  .headers = headers,
                  .body = body,
                  .refused = ErrorCode::kMethodNotAllowed});
}

bool GuestSite::host_served(const Request& request) const {
    if (config_.allowed_hosts.empty() || request.local) return true;
    const std::string_view host = without_port(request.header("host"));
    return std::ranges::any_of(config_.allowed_hosts, [host](std::string_view allowed) {
        return equals_ignoring_case(host, allowed);
    });
}

// A guest with a valid queue token is limited by its own bucket. All others are limited by address,
// which many people may share.
bool GuestSite::let_in(const Request& request, Reply& reply) {
    const Duration now = context_.clock.now().time_since_epoch();
    const auto guest = shown_token(request);
    if (request.local) return true;
    // The key is made of event and number: one bucket per guest.
    const std::uint64_t key =
        guest ? std::uint64_t{guest->event} << 32 | guest->number : limiter_key(request.client);
    RateLimiter& limiter = guest ? limits_.per_guest : limits_.per_address;
    if (limiter.allow(key, now)) return true;
    metrics_.limited(guest ? LimitKind::kGuest : LimitKind::kAddress);
    metrics_.rejected(ErrorCode::kTooManyRequests);
    const std::string headers = "Cache-Control: no-store\r\nRetry-After: " +
                                std::to_string(limiter.retry_after_s(key, now)) + "\r\n";
    const std::string body = error_body(ErrorCode::kTooManyRequests, language_of(request));
    reply.answer(
        {.status = 429, .headers = headers, .body = body, .refused = ErrorCode::kTooManyRequests});
    return false;
}

std::optional<token::QueueToken> GuestSite::shown_token(const Request& request) {
    std::string_view text = request.header("x-queue-token");
    if (!request.has_header("x-queue-token")) text = queue_cookie_of(request);
    opened_text_ = text;
    opened_ = text.empty() ? std::nullopt : token::open_queue_token(*context_.keys, text);
    if (!opened_) return std::nullopt;
    asking_ = opened_->token.guest;
    return opened_->token;
}

const waiting_room::LineView* GuestSite::find_event(std::string_view key,
                                                    waiting_room::EventId* id) const {
    const waiting_room::EventId* const event = context_.view.id_of(key);
    if (event == nullptr) return nullptr;
    const waiting_room::LineView* const line = context_.view.find(*event);
    if (!line->shown_to_guests()) return nullptr;
    if (id != nullptr) *id = *event;
    return line;
}

void GuestSite::start() {
    timer_.expires_after(std::chrono::seconds{1});
    timer_.async_wait([this](const boost::system::error_code& error) {
        if (error) return;
        every_second();
        start();
    });
}

void GuestSite::every_second() {
    context_.log.next_second();
    seen_.flush(context_.lines);
    ++seconds_;
    for (const auto& [event, line] : context_.view) {
        const unsigned window = window_seconds(line->settings().rules);
        if (seconds_ % window == 0) seen_.begin_window(event, std::chrono::seconds{window});
    }
    metrics_.streams_open = streams_.size();
    std::string text;
    streams_.update_all([&](const StreamHub::Key& key, const GuestId& guest) {
        const auto& [event, number] = key;
        const Poller poller = poller_of({event.value, guest, number.value});
        // The next poll restores the place. The stream would only report that the place has ended.
        if (is_lost(poller)) return StreamHub::Update{": poll again\n\n", true};
        if (!poller.moved) seen_.mark(event, number);
        const auto answer = poller.line->answer_to(guest, number, context_.clock.now());
        text = "event: queue\ndata: ";
        append_answer(text, poller, answer, {}, {});
        text += "\n\n";
        const bool last = answer.status == waiting_room::QueueStatus::kExpired ||
                          answer.status == waiting_room::QueueStatus::kClosed || poller.moved;
        return StreamHub::Update{text, last};
    });
}

ErrorCode GuestSite::unavailable_as(ErrorCode code) const {
    // When the store is healthy, "unavailable" means that the writer's queue was full.
    return code == ErrorCode::kStorageUnavailable && context_.degraded == Degraded::kNo
               ? ErrorCode::kOverloaded
               : code;
}

}  // namespace onsale::http
