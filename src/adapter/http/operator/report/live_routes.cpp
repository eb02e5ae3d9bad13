// The operator's routes about current and past numbers of an event.
#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/report/live_json.hpp"
#include "base/time_text.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kRowsDefault = 600;
constexpr std::size_t kRowsMax = operate::EventSeries::kMinutesMax;

Result<LiveRange, AdminRefusal> range_from(const QueryValues& query) {
    LiveRange range;
    const std::string_view by = query.get("by");
    if (!by.empty() && by != "second" && by != "minute")
        return fail(bad_field("by", "must be second or minute"));
    if (by == "minute") range.step = operate::LiveStep::kMinute;
    if (const std::string_view since = query.get("since"); !since.empty()) {
        range.since = parse_iso_time(since);
        if (!range.since)
            return fail(bad_field("since", "must be a time such as 2026-11-15T20:00:00+09:00"));
    }
    const auto limit = query_number(query.get("limit"), {1, kRowsMax, kRowsDefault});
    if (!limit) return fail(bad_field("limit", "must be a whole number from 1 to 10080"));
    range.limit = *limit;
    return range;
}

}  // namespace

AdminWork show_live(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    co_return json_answer(live_numbers(call.context, event->id, call.live));
}

AdminWork show_live_history(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const auto range = range_from(call.query);
    if (!range) co_return fail(range.error());
    boost::json::object answer{
        {"event", call.key()},
        {"lifecycle", to_word(event->line->lifecycle())},
        {"by", range->step == operate::LiveStep::kMinute ? "minute" : "second"},
        {"serverTime", format_iso_time(call.context.clock.now())}};
    for (auto& member : live_columns(call.live, event->id, *range))
        answer[member.key()] = std::move(member.value());
    co_return json_answer(answer);
}

}  // namespace onsale::http
