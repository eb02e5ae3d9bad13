// The state of every seat of a hall for the operator's map. Unlike the guests' map it distinguishes
// seats that are being paid and returned seats.
#include <boost/json/array.hpp>

#include "adapter/http/api/seat/seat_map_text.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "base/time_text.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using seat::SeatState;

char letter_of(SeatState state) {
    switch (state) {
        case SeatState::kFree:
            return 'f';
        case SeatState::kHeld:
            return 'h';
        case SeatState::kPaying:
            return 'p';
        case SeatState::kSold:
            return 's';
        case SeatState::kReturned:
            return 'r';
        case SeatState::kBlocked:
            return 'b';
    }
    return '?';
}

json::array changes_of(const seat::SeatMap& map, const seat::Seats& seats) {
    json::array changes;
    for (const seat::SeatIndex seat : seats)
        changes.push_back({seat.value, std::string(1, letter_of(map.state(seat)))});
    return changes;
}

std::string states_of(const seat::SeatMap& map) {
    std::string states;
    states.reserve(map.states().size());
    for (const SeatState state : map.states())
        states += letter_of(state);
    return states;
}

}  // namespace

AdminWork show_map(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    const std::string_view known = call.query.get("since");
    const auto since = query_number(known, {.low = 0, .high = INT64_MAX});
    if (!since) co_return fail(bad_field("since", "must be the version of a map"));
    const seat::SeatMap& map = hall->view->map();
    json::object answer{{"event", call.key()},
                        {"performance", hall->view->performance()},
                        {"version", map.version()},
                        {"counts", counts_json(map.counts())},
                        {"asOf", format_iso_time(call.context.clock.now())}};
    const auto changed = known.empty() ? std::nullopt : map.changed_since(*since);
    if (changed && changed->size() <= kSeatChangesMax) {
        answer["since"] = *since;
        answer["changes"] = changes_of(map, *changed);
    } else {
        answer["states"] = states_of(map);
    }
    co_return json_answer(answer);
}

}  // namespace onsale::http
