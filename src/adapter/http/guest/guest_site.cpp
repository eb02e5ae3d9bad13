#include "adapter/http/guest/guest_site.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "adapter/http/api/limit/cors.hpp"
#include "adapter/http/api/measure/metered_reply.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/context/request_limit.hpp"
#include "adapter/http/guest/event/routes.hpp"
#include "adapter/http/guest/page/routes.hpp"
#include "adapter/http/guest/page_table.hpp"
#include "adapter/http/guest/pay/routes.hpp"
#include "adapter/http/guest/queue/routes.hpp"
#include "adapter/http/guest/seat/routes.hpp"
#include "adapter/http/transport/message/head_parser.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "payment/port/hosted_page.hpp"

namespace onsale::http {
namespace {

// Interval between presence reports: a quarter of the shortest silence that matters, at most 30 s.
unsigned window_seconds(const waiting_room::LineRules& rules) {
    constexpr std::int64_t kLongest = 30;
    const Duration shortest = std::min(rules.away_after, rules.active_away_after);
    return static_cast<unsigned>(
        std::clamp<std::int64_t>(shortest / std::chrono::seconds{4}, 1, kLongest));
}

constexpr std::array<QueryParameter, 1> kEventQuery = {{{"eventId"}}};
constexpr std::array<QueryParameter, 2> kCodeQuery = {{{"eventId"}, {"code", kAccessCodeMax}}};
constexpr std::array<QueryParameter, 2> kHallQuery = {{{"eventId"}, {"performanceId"}}};
constexpr std::array<QueryParameter, 3> kSeatsQuery = {{{"eventId"}, {"performanceId"}, {"since"}}};
// Any other parameter of a page is an advertisement's, and is removed from the address.
constexpr std::array<QueryParameter, 2> kPageQuery = {{{"plain"}, {"refused"}}};
constexpr std::array<QueryParameter, 1> kReceiptQuery = {{{"receipt"}}};
// `seats` is a comma-separated list of seat ids.
constexpr std::array<QueryParameter, 2> kRefundQuery = {
    {{"orderId"}, {"seats", seat::kSeatsPerHoldMax*(seat::kSeatIdBytesMax + 1)}}};

struct RouteEntry {
    Method method;
    std::string_view path;  // Ends in '/' when the rest is a parameter.
    MeteredRoute metered;
    void (*route)(GuestContext& guest, const Request& request, Reply& reply);
    // Allowed query parameters, each at most once and with a value; checked before the route runs.
    // Parameters that providers send back are not listed: the provider defines them.
    std::span<const QueryParameter> query{};
};

using M = Method;
using R = MeteredRoute;
// The busiest routes first.
constexpr std::array kRoutes = std::to_array<RouteEntry>({
    {M::kGet, "/api/queue/status", R::kStatus, get_status, kEventQuery},
    {M::kPost, "/api/queue/enter", R::kEnter, post_enter},
    {M::kGet, "/api/verify", R::kVerify, get_verify},
    {M::kGet, "/api/booking/seats", R::kSeats, get_seats, kSeatsQuery},
    {M::kPost, "/api/booking/seats/select", R::kSelect, post_select},
    {M::kPost, "/api/booking/seats/best", R::kBest, post_best},
    {M::kDelete, "/api/booking/seats/release", R::kRelease, delete_release, kHallQuery},
    {M::kPost, "/api/booking/seats/release", R::kRelease, post_release},
    {M::kGet, "/api/booking/hall", R::kHall, get_hall, kHallQuery},
    {M::kPost, "/api/payment/request", R::kPaymentRequest, post_payment},
    {M::kPost, "/api/payment/confirm", R::kPaymentConfirm, post_confirm},
    {M::kPost, "/api/payment/cancel", R::kPaymentCancel, post_cancel},
    {M::kGet, "/api/payment/return/", R::kPaymentReturn, payment_return},
    {M::kPost, "/api/payment/return/", R::kPaymentReturn, payment_return},
    {M::kPost, "/api/payment/webhook/", R::kWebhook, post_webhook},
    {M::kGet, "/api/payment/refund-preview", R::kRefundPreview, get_refund_preview, kRefundQuery},
    {M::kGet, "/api/orders/", R::kOrderDetail, get_order_detail},
    {M::kGet, "/api/bookings", R::kBookings, get_bookings},
    {M::kGet, "/api/bookings/", R::kBookings, get_booking},
    {M::kPost, "/api/visitor", R::kVisitor, post_visitor},
    {M::kGet, "/api/queue/position", R::kPosition, get_position, kEventQuery},
    {M::kPost, "/api/queue/heartbeat", R::kHeartbeat, post_heartbeat},
    {M::kDelete, "/api/queue/leave", R::kLeave, delete_leave, kEventQuery},
    {M::kPost, "/api/queue/leave", R::kLeave, post_leave},
    {M::kPost, "/api/queue/extend", R::kExtend, post_extend},
    {M::kPost, "/api/queue/move", R::kMove, post_move},
    {M::kPost, "/api/queue/move/take", R::kMove, post_move_take},
    {M::kGet, "/api/queue/stream", R::kStream, get_stream, kEventQuery},
    {M::kGet, "/api/queue/serving/", R::kServing, get_serving},
    {M::kGet, "/api/queue/order/", R::kOrder, get_order, kReceiptQuery},
    {M::kGet, "/api/queue/challenge", R::kChallenge, get_challenge, kEventQuery},
    {M::kGet, "/api/queue/eligibility", R::kEligibility, get_eligibility, kCodeQuery},
    {M::kPost, "/api/queue/complete", R::kComplete, post_complete},
    {M::kGet, "/api/events", R::kEvents, get_events},
    {M::kGet, "/api/events/", R::kEvent, get_event},
    {M::kGet, "/healthz", R::kHealth, get_health},
    {M::kGet, "/readyz", R::kHealth, get_ready},
    {M::kGet, "/assets/", R::kAsset, get_asset},
    {M::kGet, "/images/", R::kAsset, get_image},
    {M::kGet, "/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/ko", R::kPage, get_page, kPageQuery},
    {M::kGet, "/en", R::kPage, get_page, kPageQuery},
    {M::kGet, "/ko/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/en/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/events/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/queue/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/payment/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/orders/", R::kPage, get_page, kPageQuery},
    {M::kGet, "/bookings", R::kPage, get_page, kPageQuery},
    {M::kGet, "/bookings/", R::kPage, get_page, kPageQuery},
    {M::kPost, "/ko/queue/", R::kPage, post_queue_page},
    {M::kPost, "/en/queue/", R::kPage, post_queue_page},
    {M::kGet, payment::kHostedPagePath, R::kDemoPay, get_demo_pay},
    {M::kPost, payment::kHostedPagePath, R::kDemoPay, post_demo_pay},
});

std::string_view without_port(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    return colon == host.npos || host.ends_with(']') ? host : host.substr(0, colon);
}

// Static content from memory, the same for everybody: it counts against no limit.
// One page view fetches a dozen files, and refusing one costs as much as sending it.
bool is_static(const RouteEntry& route, const Request& request) {
    return route.metered == MeteredRoute::kAsset ||
           (route.route == get_page && request.query.empty());
}

}  // namespace

GuestSite::GuestSite(LoopContext& context, GuestSiteConfig config, GuestLimits& limits,
                     LoopMetrics& metrics, std::function<void(StreamHub::Key)> announce_stream)
    : queue_{StreamHub{config.streams}, std::move(announce_stream)},
      guest_{.context = context,
             .config = std::move(config),
             .limits = limits,
             .metrics = metrics,
             .queue = queue_,
             .seats = seats_,
             .pay = pay_},
      timer_(context.loop) {}

void GuestSite::handle(const Request& request, Reply& reply) {
    guest_.asking.reset();
    if (guest_.config.allowed_origins.empty() || !open_to_sites(request.path))
        return serve(request, reply);
    CorsReply cors{reply, allowed_origin(request, guest_.config.allowed_origins)};
    serve(request, cors);
}

void GuestSite::serve(const Request& request, Reply& reply) {
    MeteredReply metered{reply, request, guest_.metrics, guest_.context.log, guest_.asking};
    const Method method = request.method == Method::kHead ? Method::kGet : request.method;
    const RouteEntry* found = nullptr;
    std::string allowed;  // The methods of this path, when none matches.
    for (const RouteEntry& route : kRoutes) {
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
        return refuse(guest_, metered, ErrorCode::kHostNotAllowed, language_of(request));
    if (found == nullptr) return answer_unrouted(request, metered, allowed);
    metered.set_route(found->metered);
    // The verify route does its own counting, because it knows whether the guest is admitted.
    const bool counts_itself = found->metered == MeteredRoute::kVerify;
    if (!counts_itself && !is_static(*found, request) &&
        !let_in(guest_, request, metered, found->query))
        return;
    if (const auto* const misused = misused_parameter(request.query, found->query))
        return refuse(guest_, metered, ErrorCode::kBadField, language_of(request),
                      R"({"field":")" + std::string{misused->name} + R"("})");
    found->route(guest_, request, metered);
}

void GuestSite::answer_unrouted(const Request& request, Reply& reply, const std::string& allowed) {
    const Language language = language_of(request);
    if (allowed.empty()) return refuse(guest_, reply, ErrorCode::kNotFound, language);
    const bool asks = is_preflight(request) && open_to_sites(request.path) &&
                      !allowed_origin(request, guest_.config.allowed_origins).empty();
    if (asks) {
        if (!let_in(guest_, request, reply)) return;
        return reply.answer({.status = 204, .headers = preflight_headers(allowed)});
    }
    guest_.metrics.rejected(ErrorCode::kMethodNotAllowed);
    const ErrorEntry& error = entry(ErrorCode::kMethodNotAllowed);
    const std::string headers = "Cache-Control: no-store\r\nAllow: " + allowed + "\r\n";
    const std::string body = error_body(ErrorCode::kMethodNotAllowed, language);
    reply.answer({.status = error.status,
                  .headers = headers,
                  .body = body,
                  .refused = ErrorCode::kMethodNotAllowed});
}

bool GuestSite::host_served(const Request& request) const {
    if (guest_.config.allowed_hosts.empty() || request.local) return true;
    const std::string_view host = without_port(request.header("host"));
    return std::ranges::any_of(guest_.config.allowed_hosts, [host](std::string_view allowed) {
        return equals_ignoring_case(host, allowed);
    });
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
    guest_.context.log.next_second();
    guest_.seen.flush(guest_.context.lines);
    ++seconds_;
    for (const auto& [event, line] : guest_.context.view) {
        const unsigned window = window_seconds(line->settings().rules);
        if (seconds_ % window == 0) guest_.seen.begin_window(event, std::chrono::seconds{window});
    }
    guest_.metrics.counters["streams_open"] = queue_.streams.size();
    update_streams(guest_);
}

}  // namespace onsale::http
