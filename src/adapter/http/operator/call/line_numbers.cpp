#include "adapter/http/operator/call/line_numbers.hpp"

#include <algorithm>
#include <optional>

#include "base/time_text.hpp"
#include "waiting_room/codec/event_json.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using waiting_room::EndReason;
using waiting_room::LineView;
using waiting_room::Number;
using waiting_room::Place;
using waiting_room::Standing;

// Limit of the search for the last place. Far fewer guests leave between two joins of a busy line.
constexpr std::uint32_t kPlacesLookedAtMax = 1000;

// The estimated wait of the last guest in line, which is also that of a guest joining now.
json::value estimated_wait_last(const LineView& line, Instant now) {
    const std::uint32_t issued = line.book().issued_count();
    for (std::uint32_t i = 0; i < std::min(issued, kPlacesLookedAtMax); ++i) {
        const Number number = line.book().number_at(Place{issued - i});
        if (!keeps_place(line.book().standing(number))) continue;
        const auto answer = line.answer(number, now);
        return answer.wait ? json::value(answer.wait->likely.count()) : json::value{};
    }
    return {};
}

json::object ended_by(const LineView& line) {
    json::object counts;
    for (std::size_t i = 0; i < kWords<EndReason>.size(); ++i) {
        const auto reason = static_cast<EndReason>(i);
        counts[to_word(reason)] = line.ended_total(reason);
    }
    return counts;
}

json::value restoring(const LoopContext& context, waiting_room::EventId event) {
    const auto awaited = context.places_awaited ? context.places_awaited(event) : std::nullopt;
    if (!awaited) return {};
    return {{"restored", awaited->restored}, {"until", format_iso_time(awaited->until)}};
}

}  // namespace

json::object line_numbers(const LoopContext& context, waiting_room::EventId event) {
    const LineView& line = *context.view.find(event);
    const Instant now = context.clock.now();
    const auto& book = line.book();
    const auto& rules = line.settings().rules;
    return {{"waiting", book.count(Standing::kWaiting)},
            {"away", book.count(Standing::kAway)},
            {"leaving", book.count(Standing::kLeaving)},
            {"admitted", book.count(Standing::kAdmitted)},
            {"recalled", book.count(Standing::kRecalled)},
            {"missed", book.count(Standing::kMissed)},
            {"joined", line.joined_total()},
            {"admittedTotal", line.admitted_total()},
            {"noShows", line.no_show_total()},
            {"endedBy", ended_by(line)},
            {"active", line.ledger().size()},
            {"maxActive", rules.max_active},
            {"admitPerSecond", rules.admit_per_second},
            {"admittedPerMinute", line.admitted_last_minute(now)},
            {"estimatedWaitLast", estimated_wait_last(line, now)},
            {"frozen", line.clock().frozen()},
            {"restoring", restoring(context, event)},
            {"levers", waiting_room::to_json(line.levers())},
            {"serverTime", format_iso_time(now)}};
}

}  // namespace onsale::http
