#include "sale/app/numbers/event_reading.hpp"

#include <optional>

namespace onsale::sale {

using waiting_room::EndReason;
using waiting_room::EventId;
using waiting_room::LineView;
using waiting_room::Standing;

namespace {

constexpr std::uint32_t kP95 = 950;
constexpr Duration kPaymentWindow = std::chrono::minutes{1};

std::uint64_t seconds_since(std::optional<Instant> begin, Instant now) {
    if (!begin || *begin > now) return 0;
    return static_cast<std::uint64_t>((now - *begin) / std::chrono::seconds{1});
}

}  // namespace

EventReading read_event(const LiveSource& source, EventId event, Instant now) {
    using seat::SeatState;
    const LineView& line = *source.view.find(event);
    const seat::StateCounts seats = source.sale.counts(event);
    const EventFigures& figures = source.figures.of(event);
    const SaleTotals& totals = figures.totals();
    const Duration p95 = figures.recent(kPaymentWindow, now).latency.quantile(kP95);
    // In the order of operate::kEventColumns.
    return {line.book().count(Standing::kWaiting),
            line.book().count(Standing::kAway),
            line.ledger().size(),
            line.settings().rules.max_active,
            line.joined_total(),
            line.admitted_total(),
            line.no_show_total(),
            line.ended_total(EndReason::kCompleted),
            line.ended_total(EndReason::kLeft),
            line.ended_total(EndReason::kSilent),
            seats[SeatState::kFree],
            seats[SeatState::kHeld],
            seats[SeatState::kPaying],
            seats[SeatState::kSold],
            seats[SeatState::kReturned],
            figures.unknown_now(),
            seconds_since(figures.oldest_unknown(), now),
            static_cast<std::uint64_t>(totals.captured),
            static_cast<std::uint64_t>(totals.refunded),
            totals.approved,
            totals.declined,
            totals.unknown,
            static_cast<std::uint64_t>(p95.count()),
            totals.holds_begun};
}

}  // namespace onsale::sale
