// The seat map and the plan of a hall, answered from the loop's own view.
#include "adapter/http/api/context/gzip.hpp"
#include "adapter/http/api/context/run_route.hpp"
#include "adapter/http/api/context/view_freshness.hpp"
#include "adapter/http/guest/context/admission.hpp"
#include "adapter/http/guest/context/hall_buyer.hpp"
#include "adapter/http/guest/context/refuse.hpp"
#include "adapter/http/guest/seat/routes.hpp"
#include "adapter/http/guest/seat/seat_map_query.hpp"
#include "adapter/http/guest/seat/seat_state.hpp"
#include "adapter/http/transport/message/entity_tag.hpp"

namespace onsale::http {

using boost::asio::awaitable;
using waiting_room::LineView;

namespace {

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

SeatMapText& seat_map_of(GuestContext& guest, const HallFound& found) {
    auto& of_event = guest.seats.maps[found.event];
    const std::string& performance = found.hall->performance();
    const auto known = of_event.find(performance);
    if (known != of_event.end()) return known->second;
    return of_event.emplace(performance, SeatMapText{found.line->settings().key, performance})
        .first->second;
}

void send_seats(GuestContext& guest, const Request& request, Reply& reply, const HallFound& found,
                SeatMapAsk ask) {
    SeatMapText& text = seat_map_of(guest, found);
    const seat::SeatMap& map = found.hall->map();
    const Freshness view = freshness_of(guest.context, found.event);
    const Instant now = guest.context.clock.now();
    text.look(map, now, now - view.age.value_or(Duration{0}));
    const SeatMapTag tag = text.tag(ask.hold);
    ask.degraded = view.degraded;
    guest.seats.headers = kAskAgain;
    // A degraded view gets no tag: a client that has this map must learn that it may be old, or no
    // longer is.
    const bool sound = view.degraded == Degraded::kNo;
    if (sound) append_tag(guest.seats.headers, tag.text());
    if (sound && names_tag(request.header("if-none-match"), tag.text()))
        return reply.answer({.status = 304, .headers = guest.seats.headers});
    ask.gzip = accepts_gzip(request);
    guest.body.clear();
    if (text.append(guest.body, map, ask)) guest.seats.headers += "Content-Encoding: gzip\r\n";
    reply.answer({.headers = guest.seats.headers, .body = guest.body});
}

// Looking at the seats is a call under the admission, like a heartbeat. The map does not wait for
// the claim. If the claim fails, the next look claims again.
void claim_by_looking(GuestContext& guest, const LineView& line,
                      const waiting_room::command::Claim& claim) {
    const auto number = number_of(claim.admission);
    guest.seen.mark(claim.event, number);
    if (is_claimed(line, number)) return;
    run_route(guest.context.loop, guest.metrics,
              [](GuestContext& guest, waiting_room::command::Claim it) -> awaitable<void> {
                  const auto claimed = co_await guest.context.lines.call(it);
                  if (!claimed) guest.metrics.rejected(api_error(claimed.error()));
              }(guest, claim));
}

}  // namespace

void get_seats(GuestContext& guest, const Request& request, Reply& reply) {
    const auto query = parse_seat_map_query(request.query, SinceKey::kTaken);
    if (!query) return refuse_call(guest, reply, query.error(), language_of(request), {});
    const auto found = find_hall(guest, query->event, query->performance);
    if (!found) return refuse_call(guest, reply, found.error(), language_of(request), {});
    const auto admission = admission_of(guest, request, query->event, *found->line);
    if (!admission && !guest.context.sale.settings(found->event).public_map)
        return refuse_call(guest, reply, BadQuery{ErrorCode::kEntryTokenRequired, {}},
                           language_of(request), query->event);
    std::optional<OwnHold> hold;
    if (admission) {
        claim_by_looking(guest, *found->line, *admission);
        if (const sale::HoldView* const held = found->hall->hold(*admission->guest))
            hold = own_hold(*held, *found->line, guest.context.clock.now());
    }
    send_seats(guest, request, reply, *found,
               {.since = query->since, .hold = hold ? &*hold : nullptr});
}

void get_hall(GuestContext& guest, const Request& request, Reply& reply) {
    const auto query = parse_seat_map_query(request.query, SinceKey::kUnknown);
    if (!query) return refuse_call(guest, reply, query.error(), language_of(request), {});
    const auto found = find_hall(guest, query->event, query->performance);
    if (!found) return refuse_call(guest, reply, found.error(), language_of(request), {});
    const auto plan = guest.config.plans->of(found->hall->shared_plan());
    guest.seats.headers = kPlanLasts;
    append_tag(guest.seats.headers, plan->tag());
    if (names_tag(request.header("if-none-match"), plan->tag()))
        return reply.answer({.status = 304, .headers = guest.seats.headers});
    const bool packed = accepts_gzip(request);
    if (packed) guest.seats.headers += "Content-Encoding: gzip\r\n";
    reply.answer({.headers = guest.seats.headers, .body = packed ? plan->packed() : plan->text()});
}

}  // namespace onsale::http
