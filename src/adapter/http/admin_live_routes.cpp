// The operator's routes about what happens now and what happened: numbers of an event by time.
#include <charconv>

#include "adapter/http/admin_answers.hpp"
#include "adapter/http/admin_live_json.hpp"
#include "adapter/http/admin_routes.hpp"
#include "base/time_text.hpp"
#include "waiting_room/codec/words.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kRowsDefault = 600;
constexpr std::size_t kRowsMax = EventSeries::kMinutesMax;

std::optional<std::size_t> rows_from(std::string_view text) {
    if (text.empty()) return kRowsDefault;
    std::size_t rows = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || rows < 1 || rows > kRowsMax) return std::nullopt;
    return rows;
}

Result<LiveRange, AdminRefusal> range_from(const QueryValues& query) {
    LiveRange range;
    const std::string_view by = query.get("by");
    if (!by.empty() && by != "second" && by != "minute")
        return fail(bad_field("by", "must be second or minute"));
    if (by == "minute") range.step = LiveStep::kMinute;
    if (const std::string_view since = query.get("since"); !since.empty()) {
        range.since = parse_iso_time(since);
        if (!range.since)
            return fail(bad_field("since", "must be a time such as 2026-11-15T20:00:00+09:00"));
    }
    const auto limit = rows_from(query.get("limit"));
    if (!limit) return fail(bad_field("limit", "must be a whole number from 1 to 10080"));
    range.limit = *limit;
    return range;
}

}  // namespace

AdminWork show_live(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    co_return json_answer(live_numbers(call.context, event->id, call.backend.live_history()));
}

AdminWork show_live_history(AdminCall call) {
    const auto event = find_admin_event(call);
    if (!event) co_return fail(event.error());
    const auto range = range_from(call.query);
    if (!range) co_return fail(range.error());
    const LiveHistory& history = call.backend.live_history();
    boost::json::object answer{{"event", call.key()},
                               {"lifecycle", waiting_room::to_word(event->line->lifecycle())},
                               {"by", range->step == LiveStep::kMinute ? "minute" : "second"},
                               {"serverTime", format_iso_time(call.context.clock.now())}};
    for (auto& member : live_columns(history.find(event->id), history.server(), *range))
        answer[member.key()] = std::move(member.value());
    co_return json_answer(answer);
}

}  // namespace onsale::http
