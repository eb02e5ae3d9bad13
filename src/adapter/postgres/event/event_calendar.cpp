#include "adapter/postgres/event/event_calendar.hpp"

#include <algorithm>
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
// The end of a gap is noted for one event after the other, which takes time. If the process dies
// over it, the next gap of an event begins with what was noted last.
constexpr Duration kResumesWithin = std::chrono::seconds{60};

// Writes nothing in a gap.
constexpr Statement kBeat{
    "beat",
    "INSERT INTO heartbeat AS h (beat_at) VALUES ($1) ON CONFLICT (one) DO UPDATE "
    "SET beat_at = greatest(h.beat_at, excluded.beat_at) WHERE h.beat_at > $2"};
constexpr Statement kEndGap{"beat_again", "UPDATE heartbeat SET beat_at = $1 WHERE beat_at < $1"};
constexpr Statement kEvents{"gap_events", "SELECT id FROM events WHERE lifecycle <> 5 ORDER BY id"};
constexpr Statement kReadGap{
    "gap_read", "SELECT h.beat_at, l.resumed_at FROM heartbeat h, lines l WHERE l.event_id = $1"};
constexpr Statement kResume{"line_resume", "UPDATE lines SET resumed_at = $2 WHERE event_id = $1"};

// The gap before `now`; zero if there is none.
Duration gap_in(const Rows& rows, Instant now) {
    const auto [beat_at, resumed_at] = rows.row<Instant, Instant>(0);
    const bool was_noted = resumed_at > beat_at;
    const Duration gap = now - std::max(beat_at, resumed_at);
    return gap < (was_noted ? kResumesWithin : kGapWorthNoting) ? Duration{0} : gap;
}

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
    const auto beaten =
        co_await store_.client.run_alone({kBeat, {now, now - kGapWorthNoting}}, store_.deadline());
    if (!beaten) co_return beaten.error();
    if (beaten->changed() > 0) co_return std::nullopt;
    const auto events = co_await store_.client.run_alone({kEvents}, store_.deadline());
    if (!events) co_return events.error();
    for (const auto& [event] : events->all<std::int32_t>())
        if (const auto error = co_await resume({static_cast<std::uint32_t>(event)}))
            co_return error;
    const auto ended = co_await store_.client.run_alone({kEndGap, {now}}, store_.deadline());
    if (!ended) co_return ended.error();
    co_return std::nullopt;
}

awaitable<std::optional<CallError>> EventCalendar::resume(EventId event) {
    co_return co_await change_event(
        store_, {.event = event, .reads = {{kReadGap, {id_of(event)}}}},
        [event](const EventMoment& moment) {
            EventDecision decision{.event = event};
            const Duration gap = gap_in(moment.rows.front(), moment.stamp.now);
            if (gap == Duration{0}) return decision;  // Another process was faster.
            decision.facts.push_back(Fact{event, fact::Resumed{gap}});
            decision.beside.push_back({kResume, {id_of(event), moment.stamp.now}});
            return decision;
        });
}

}  // namespace onsale::postgres
