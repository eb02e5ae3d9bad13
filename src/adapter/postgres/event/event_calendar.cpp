#include "adapter/postgres/event/event_calendar.hpp"

#include <utility>

#include "waiting_room/domain/event_rules.hpp"

namespace onsale::postgres {

using namespace waiting_room;
using boost::asio::awaitable;

namespace {

// Each phase begins and ends; besides there are the lobby, the opening and the closing.
constexpr std::size_t kStepsMax = 2 * kPhasesMax + 10;
// Several beats may get lost or be late without a gap.
constexpr Duration kGapWorthNoting = std::chrono::seconds{5};

// Events with a gap are left to resume().
constexpr Statement kBeat{"lines_beat",
                          "UPDATE lines SET beat_at = $1 WHERE beat_at < $1 AND beat_at > $2"};
constexpr Statement kSilent{"lines_silent",
                            "SELECT l.event_id FROM lines l JOIN events e ON e.id = l.event_id "
                            "WHERE l.beat_at <= $1 AND e.lifecycle <> 5 ORDER BY l.event_id"};
constexpr Statement kLastBeat{"line_last_beat", "SELECT beat_at FROM lines WHERE event_id = $1"};
constexpr Statement kBeatOne{"line_beat", "UPDATE lines SET beat_at = $2 WHERE event_id = $1"};

}  // namespace

std::vector<EventId> EventCalendar::due() const {
    const Instant wall = store_.time.wall();
    std::vector<EventId> due;
    for (const auto& [event, line] : store_.replica.state().room())
        if (!decide_calendar(*line, {wall, wall}, {}).empty()) due.push_back(event);
    return due;
}

awaitable<std::optional<CallError>> EventCalendar::follow(EventId event) {
    bool has_more = true;
    for (std::size_t step = 0; has_more && step < kStepsMax; ++step) {
        const auto error =
            co_await change_event(store_, {.event = event}, [&](const EventMoment& moment) {
                EventDecision decision{.event = event};
                const Line* const line = store_.replica.find(event);
                if (line == nullptr) return decision;
                for (FactBody& body : decide_calendar(*line, moment.stamp, store_.entropy()))
                    decision.facts.push_back(Fact{event, std::move(body)});
                has_more = !decision.facts.empty();
                return decision;
            });
        if (error) co_return error;
    }
    co_return std::nullopt;
}

awaitable<std::optional<CallError>> EventCalendar::beat() {
    const Instant now = store_.time.wall();
    const Instant silent_since = now - kGapWorthNoting;
    const auto answers = co_await store_.client.run(
        {{kBeat, {now, silent_since}}, {kSilent, {silent_since}}}, store_.deadline());
    if (!answers) co_return answers.error();
    for (const auto& [event] : answers->back().all<std::int32_t>())
        if (const auto error = co_await resume({static_cast<std::uint32_t>(event)}))
            co_return error;
    co_return std::nullopt;
}

awaitable<std::optional<CallError>> EventCalendar::resume(EventId event) {
    co_return co_await change_event(
        store_, {.event = event, .reads = {{kLastBeat, {id_of(event)}}}},
        [event](const EventMoment& moment) {
            EventDecision decision{.event = event};
            const auto [last] = moment.rows.front().row<Instant>(0);
            const Duration gap = moment.stamp.now - last;
            // Another process was faster.
            if (gap < kGapWorthNoting) return decision;
            decision.facts.push_back(Fact{event, fact::Resumed{gap}});
            decision.beside.push_back({kBeatOne, {id_of(event), moment.stamp.now}});
            return decision;
        });
}

}  // namespace onsale::postgres
