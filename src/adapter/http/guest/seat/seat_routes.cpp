// Seats. The map is answered from the loop's own view. The writer selects and releases seats.
#include "adapter/http/api/context/gzip.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/guest/pay/payment_checkout.hpp"
#include "adapter/http/guest/refuse.hpp"
#include "adapter/http/guest/seat/seat_errors.hpp"
#include "adapter/http/transport/message/entity_tag.hpp"
#include "adapter/http/transport/message/query.hpp"
#include "base/time_text.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using sale::Buyer;
using sale::HallView;
using waiting_room::LineView;

namespace {

constexpr std::string_view kPrivate = "Cache-Control: private, no-store\r\n";
// A browser keeps the map and revalidates it each time.
constexpr std::string_view kAskAgain =
    "Cache-Control: private, no-cache\r\nVary: Accept-Encoding\r\n";
// A hall keeps its plan, but a restored backup may have another one.
constexpr std::string_view kPlanLasts =
    "Cache-Control: public, max-age=300\r\nVary: Accept-Encoding\r\n";

// A weak tag: the compressed and the plain answer share it, and the body contains the time of the
// map.
void append_tag(std::string& headers, std::string_view tag) {
    headers += "ETag: W/";
    headers += tag;
    headers += "\r\n";
}

// The revision includes the deadline. Levers that move or freeze deadlines, and extensions, change
// the shown deadline without changing the hold's version.
OwnHold own_hold(const sale::HoldView& hold, const LineView& line, Instant now) {
    constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
    const waiting_room::LineClock& clock = line.clock();
    const auto told = static_cast<std::uint64_t>(to_ms(hold.deadline + clock.behind())) * 2;
    return {.seats = hold.seats,
            .until = clock.due(hold.deadline, now),
            .paying = hold.paying,
            .frozen = clock.frozen(),
            .revision = hold.version + (told + clock.frozen()) * kMix};
}

// The requested seats were not available.
bool wanted_too_much(ErrorCode code) {
    return code == ErrorCode::kSeatTaken || code == ErrorCode::kNotEnoughSeats ||
           code == ErrorCode::kNotTogether;
}

}  // namespace

Result<GuestSite::HallFound, BadQuery> GuestSite::find_hall(std::string_view event,
                                                            std::string_view performance) const {
    HallFound found;
    found.line = find_event(event, &found.event);
    if (found.line == nullptr) return fail(BadQuery{ErrorCode::kEventNotFound, {}});
    found.hall = context_.sale.find(found.event, performance);
    if (found.hall == nullptr) return fail(BadQuery{ErrorCode::kPerformanceNotFound, {}});
    return found;
}

void GuestSite::get_seats(const Request& request, Reply& reply) {
    const auto query = parse_seat_map_query(request.query, SinceKey::kTaken);
    if (!query) return refuse_call(reply, query.error(), language_of(request), {});
    const auto found = find_hall(query->event, query->performance);
    if (!found) return refuse_call(reply, found.error(), language_of(request), {});
    const auto admission = admission_of(request, query->event, *found->line);
    if (!admission && !context_.sale.settings(found->event).public_map)
        return refuse_call(reply, BadQuery{ErrorCode::kEntryTokenRequired, {}},
                           language_of(request), query->event);
    std::optional<OwnHold> hold;
    if (admission) {
        claim_by_looking(*found->line, *admission);
        if (const sale::HoldView* const held = found->hall->hold(*admission->guest))
            hold = own_hold(*held, *found->line, context_.clock.now());
    }
    send_seats(request, reply, *found, {.since = query->since, .hold = hold ? &*hold : nullptr});
}

void GuestSite::send_seats(const Request& request, Reply& reply, const HallFound& found,
                           SeatMapAsk ask) {
    SeatMapText& text = seat_map_of(found);
    const seat::SeatMap& map = found.hall->map();
    const Freshness view = freshness_of(context_, found.event);
    const Instant now = context_.clock.now();
    text.look(map, now, now - view.age.value_or(Duration{0}));
    const SeatMapTag tag = text.tag(ask.hold);
    ask.degraded = view.degraded;
    seat_headers_ = kAskAgain;
    // A degraded view gets no tag: a client that has this map must learn that it may be old, or no
    // longer is.
    const bool sound = view.degraded == Degraded::kNo;
    if (sound) append_tag(seat_headers_, tag.text());
    if (sound && names_tag(request.header("if-none-match"), tag.text()))
        return reply.answer({.status = 304, .headers = seat_headers_});
    ask.gzip = accepts_gzip(request);
    body_.clear();
    if (text.append(body_, map, ask)) seat_headers_ += "Content-Encoding: gzip\r\n";
    reply.answer({.headers = seat_headers_, .body = body_});
}

SeatMapText& GuestSite::seat_map_of(const HallFound& found) {
    auto& of_event = seat_maps_[found.event];
    const std::string& performance = found.hall->performance();
    const auto known = of_event.find(performance);
    if (known != of_event.end()) return known->second;
    return of_event.emplace(performance, SeatMapText{found.line->settings().key, performance})
        .first->second;
}

// Looking at the seats is a call under the admission, like a heartbeat. The map does not wait for
// the claim. If the claim fails, the next look claims again.
void GuestSite::claim_by_looking(const LineView& line, const waiting_room::command::Claim& claim) {
    const auto number = number_of(claim.admission);
    seen_.mark(claim.event, number);
    if (is_claimed(line, number)) return;
    run_route(context_.loop, metrics_,
              [](GuestSite& site, waiting_room::command::Claim it) -> awaitable<void> {
                  const auto claimed = co_await site.context_.lines.claim(it);
                  if (!claimed) site.metrics_.rejected(api_error(claimed.error()));
              }(*this, claim));
}

void GuestSite::get_hall(const Request& request, Reply& reply) {
    const auto query = parse_seat_map_query(request.query, SinceKey::kUnknown);
    if (!query) return refuse_call(reply, query.error(), language_of(request), {});
    const auto found = find_hall(query->event, query->performance);
    if (!found) return refuse_call(reply, found.error(), language_of(request), {});
    const auto plan = config_.plans->of(found->hall->shared_plan());
    seat_headers_ = kPlanLasts;
    append_tag(seat_headers_, plan->tag());
    if (names_tag(request.header("if-none-match"), plan->tag()))
        return reply.answer({.status = 304, .headers = seat_headers_});
    const bool packed = accepts_gzip(request);
    if (packed) seat_headers_ += "Content-Encoding: gzip\r\n";
    reply.answer({.headers = seat_headers_, .body = packed ? plan->packed() : plan->text()});
}

Result<GuestSite::BuyerFound, BadQuery> GuestSite::find_buyer(const Request& request,
                                                              const HallNames& names) const {
    if (!same_origin(request)) return fail(BadQuery{ErrorCode::kForeignOrigin, {}});
    const auto found = find_hall(names.event, names.performance);
    if (!found) return fail(found.error());
    const auto admission = admission_of(request, names.event, *found->line);
    if (!admission) return fail(BadQuery{ErrorCode::kEntryTokenRequired, {}});
    if (context_.holds == nullptr) return fail(BadQuery{ErrorCode::kSaleNotOpen, {}});
    return BuyerFound{*found,
                      {found->event, names.performance, *admission->guest, admission->admission}};
}

void GuestSite::post_select(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto asked = parse_select(request);
    if (!asked) return refuse_call(reply, asked.error(), language, {});
    auto found = find_buyer(request, asked->names);
    if (!found) return refuse_call(reply, found.error(), language, asked->names.event);
    asking_ = found->buyer.guest;
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, sale::command::SelectSeats select, Language language,
           LaterReply reply) -> awaitable<void> {
            const Buyer buyer = select.buyer;
            const auto outcome = co_await site.context_.holds->select(std::move(select));
            if (!outcome)
                co_return co_await site.refuse_hold(reply, buyer, outcome.error(), language);
            site.send_held(reply, buyer, *outcome);
        }(*this, {std::move(found->buyer), std::move(asked->seats)}, language, reply.later()));
}

void GuestSite::post_best(const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto asked = parse_best(request);
    if (!asked) return refuse_call(reply, asked.error(), language, {});
    auto found = find_buyer(request, asked->names);
    if (!found) return refuse_call(reply, found.error(), language, asked->names.event);
    asking_ = found->buyer.guest;
    const auto wish = wish_in(found->at.hall->seating(), *asked);
    if (!wish) return refuse_call(reply, wish.error(), language, {});
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, sale::command::SelectBest select, Language language,
           LaterReply reply) -> awaitable<void> {
            const Buyer buyer = select.buyer;
            const auto outcome = co_await site.context_.holds->select_best(std::move(select));
            if (!outcome)
                co_return co_await site.refuse_hold(reply, buyer, outcome.error(), language);
            site.send_held(reply, buyer, *outcome);
        }(*this, {std::move(found->buyer), *wish, asked->price_max}, language, reply.later()));
}

void GuestSite::send_held(LaterReply& reply, const Buyer& buyer, const sale::Held& held) {
    const HallView& hall = *context_.sale.find(held.hall);
    const LineView& line = *context_.view.find(buyer.event);
    const Instant now = context_.clock.now();
    body_ = R"({"seatIds":[)";
    for (const seat::FencedSeat& one : held.seats.seats) {
        append_json_string(body_, hall.seating().id(one.seat));
        body_ += ',';
    }
    body_.back() = ']';
    body_ += R"(,"mine":[)";
    for (const seat::FencedSeat& one : held.seats.seats) {
        append_number(body_, one.seat.value);
        body_ += ',';
    }
    body_.back() = ']';
    body_ += R"(,"hold":{"state":"held","until":")";
    body_ += format_iso_time(line.clock().due(held.seats.deadline, now));
    body_ += line.clock().frozen() ? R"(","frozen":true})" : R"(","frozen":false})";
    body_ += R"(,"serverTime":")";
    body_ += format_iso_time(now);
    body_ += "\"}";
    reply.answer({.headers = kPrivate, .body = body_});
}

awaitable<void> GuestSite::refuse_hold(LaterReply& reply, const Buyer& buyer,
                                       const sale::HoldRefusal& refusal, Language language) {
    const ErrorCode code = unavailable_as(api_error(refusal));
    if (code == ErrorCode::kOrderBeingPaid) {
        const std::string details =
            co_await being_paid_details(context_, {buyer.event, buyer.performance, buyer.guest});
        co_return refuse(reply, code, language, details);
    }
    const LineView* const line = context_.view.find(buyer.event);
    if (code == ErrorCode::kEntryTokenRequired)
        co_return refuse_call(reply, BadQuery{code, {}}, language, line->settings().key);
    const HallView* const hall = context_.sale.find(buyer.event, buyer.performance);
    if (hall == nullptr) co_return refuse(reply, code, language);
    std::string details = hold_details(refusal, hall->seating());
    if (!wanted_too_much(code)) co_return refuse(reply, code, language, details);
    details = with_left(std::move(details), hall->map().counts());
    refuse(reply, line->sold_out() ? ErrorCode::kSoldOut : code, language, details);
}

void GuestSite::post_release(const Request& request, Reply& reply) {
    const auto names = parse_release(request);
    if (!names) return refuse_call(reply, names.error(), language_of(request), {});
    release(request, reply, *names);
}

void GuestSite::delete_release(const Request& request, Reply& reply) {
    const auto query = parse_seat_map_query(request.query, SinceKey::kUnknown);
    if (!query) return refuse_call(reply, query.error(), language_of(request), {});
    release(request, reply, {std::string{query->event}, std::string{query->performance}});
}

void GuestSite::release(const Request& request, Reply& reply, const HallNames& names) {
    const Language language = language_of(request);
    auto found = find_buyer(request, names);
    if (!found) return refuse_call(reply, found.error(), language, names.event);
    asking_ = found->buyer.guest;
    run_route(
        context_.loop, metrics_,
        [](GuestSite& site, Buyer buyer, Language language, LaterReply reply) -> awaitable<void> {
            const auto released = co_await site.context_.holds->release({buyer});
            if (!released)
                co_return co_await site.refuse_hold(reply, buyer, released.error(), language);
            const std::string body = R"({"released":)" + std::to_string(*released) + "}";
            reply.answer({.headers = kPrivate, .body = body});
        }(*this, std::move(found->buyer), language, reply.later()));
}

}  // namespace onsale::http
