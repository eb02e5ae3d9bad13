// Selecting and releasing seats. The writer decides.
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/error/json_text.hpp"
#include "adapter/http/api/error/seat_errors.hpp"
#include "adapter/http/guest/context/entry_cookie.hpp"
#include "adapter/http/guest/context/hall_buyer.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/seat/routes.hpp"
#include "adapter/http/guest/seat/seat_map_query.hpp"
#include "adapter/http/guest/seat/seat_request.hpp"
#include "base/time_text.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using sale::Buyer;
using sale::HallView;
using waiting_room::LineView;

namespace {

// The requested seats were not available.
bool wanted_too_much(ErrorCode code) {
    return code == ErrorCode::kSeatTaken || code == ErrorCode::kNotEnoughSeats ||
           code == ErrorCode::kNotTogether;
}

void send_held(GuestContext& guest, const ShownPlaces& places, LaterReply& reply,
               const Buyer& buyer, const sale::Held& held) {
    const HallView& hall = *guest.context.sale.find(held.hall);
    const LineView& line = *guest.context.view.find(buyer.event);
    const Instant now = guest.context.clock.now();
    guest.body = R"({"seatIds":[)";
    for (const seat::FencedSeat& one : held.seats.seats) {
        append_json_string(guest.body, hall.seating().id(one.seat));
        guest.body += ',';
    }
    guest.body.back() = ']';
    guest.body += R"(,"mine":[)";
    for (const seat::FencedSeat& one : held.seats.seats) {
        append_number(guest.body, one.seat.value);
        guest.body += ',';
    }
    guest.body.back() = ']';
    guest.body += R"(,"hold":{"state":"held","until":")";
    guest.body += format_iso_time(line.clock().due(held.seats.deadline, now));
    guest.body += line.clock().frozen() ? R"(","frozen":true})" : R"(","frozen":false})";
    guest.body += R"(,"serverTime":")";
    guest.body += format_iso_time(now);
    guest.body += "\"}";
    // A hold may end after the deadline that the entry cookie was set with.
    const std::string headers = std::string{kPrivate} + renewed_entry(guest, places, buyer.event);
    reply.answer({.headers = headers, .body = guest.body});
}

awaitable<void> refuse_hold(GuestContext& guest, LaterReply& reply, const Buyer& buyer,
                            const sale::HoldRefusal& refusal, Language language) {
    const ErrorCode code = unavailable_as(guest, api_error(refusal));
    if (code == ErrorCode::kOrderBeingPaid) {
        const std::string details = co_await being_paid_details(
            guest.context, {buyer.event, buyer.performance, buyer.guest});
        co_return refuse(guest, reply, code, language, details);
    }
    const LineView* const line = guest.context.view.find(buyer.event);
    if (code == ErrorCode::kEntryTokenRequired)
        co_return refuse_call(guest, reply, BadQuery{code, {}}, language, line->settings().key);
    const HallView* const hall = guest.context.sale.find(buyer.event, buyer.performance);
    if (hall == nullptr) co_return refuse(guest, reply, code, language);
    std::string details = hold_details(refusal, hall->seating());
    if (!wanted_too_much(code)) co_return refuse(guest, reply, code, language, details);
    details = with_left(std::move(details), hall->map().counts());
    refuse(guest, reply, line->sold_out() ? ErrorCode::kSoldOut : code, language, details);
}

// `select`: SelectSeats or SelectBest.
template <class Select>
awaitable<void> take_seats(GuestContext& guest, ShownPlaces places, Select select,
                           Language language, LaterReply reply) {
    const Buyer buyer = select.buyer;
    const auto outcome = co_await guest.context.holds->call(std::move(select));
    if (!outcome) co_return co_await refuse_hold(guest, reply, buyer, outcome.error(), language);
    send_held(guest, places, reply, buyer, *outcome);
}

void release(GuestContext& guest, const Request& request, Reply& reply, const HallNames& names) {
    const Language language = language_of(request);
    auto found = find_buyer(guest, request, names);
    if (!found) return refuse_call(guest, reply, found.error(), language, names.event);
    guest.asking = found->buyer.guest;
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, Buyer buyer, Language language,
                 LaterReply reply) -> awaitable<void> {
                  const auto released =
                      co_await guest.context.holds->call(sale::command::ReleaseSeats{buyer});
                  if (!released)
                      co_return co_await refuse_hold(guest, reply, buyer, released.error(),
                                                     language);
                  const std::string body = R"({"released":)" + std::to_string(*released) + "}";
                  reply.answer({.headers = kPrivate, .body = body});
              }(guest, std::move(found->buyer), language, reply.later()));
}

}  // namespace

void post_select(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    auto asked = parse_select(request);
    if (!asked) return refuse_call(guest, reply, asked.error(), language, {});
    auto found = find_buyer(guest, request, asked->names);
    if (!found) return refuse_call(guest, reply, found.error(), language, asked->names.event);
    guest.asking = found->buyer.guest;
    run_route(
        guest.context.loop, guest.metrics,
        take_seats(guest, shown_places(request, *guest.context.keys),
                   sale::command::SelectSeats{std::move(found->buyer), std::move(asked->seats)},
                   language, reply.later()));
}

void post_best(GuestContext& guest, const Request& request, Reply& reply) {
    const Language language = language_of(request);
    const auto asked = parse_best(request);
    if (!asked) return refuse_call(guest, reply, asked.error(), language, {});
    auto found = find_buyer(guest, request, asked->names);
    if (!found) return refuse_call(guest, reply, found.error(), language, asked->names.event);
    guest.asking = found->buyer.guest;
    const auto wish = wish_in(found->at.hall->seating(), *asked);
    if (!wish) return refuse_call(guest, reply, wish.error(), language, {});
    run_route(
        guest.context.loop, guest.metrics,
        take_seats(guest, shown_places(request, *guest.context.keys),
                   sale::command::SelectBest{std::move(found->buyer), *wish, asked->price_max},
                   language, reply.later()));
}

void post_release(GuestContext& guest, const Request& request, Reply& reply) {
    const auto names = parse_release(request);
    if (!names) return refuse_call(guest, reply, names.error(), language_of(request), {});
    release(guest, request, reply, *names);
}

void delete_release(GuestContext& guest, const Request& request, Reply& reply) {
    const auto query = parse_seat_map_query(request.query, SinceKey::kUnknown);
    if (!query) return refuse_call(guest, reply, query.error(), language_of(request), {});
    release(guest, request, reply, {std::string{query->event}, std::string{query->performance}});
}

}  // namespace onsale::http
