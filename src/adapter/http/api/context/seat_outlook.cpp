#include "adapter/http/api/context/seat_outlook.hpp"

#include <fmt/format.h>

#include "sale/app/numbers/buying_so_far.hpp"
#include "waiting_room/domain/line/line_outlook.hpp"

namespace onsale::http {

using sale::LeftShown;
using sale::Odds;
using sale::OddsInput;
using waiting_room::EndReason;
using waiting_room::QueueStatus;

std::uint64_t shown_count(std::uint64_t count, LeftShown shown) {
    return shown == LeftShown::kExact ? count : sale::rough_count(count);
}

const SeatOutlook::Entry* SeatOutlook::current(const LoopContext& context, const Asked& asked) {
    if (entries_.size() <= asked.event.value) entries_.resize(asked.event.value + 1);
    Entry& entry = entries_[asked.event.value];
    const std::int64_t second = to_ms(asked.now) / 1000;
    // One answer must not contain both "sold out" and a free seat.
    if (entry.second != second || entry.sold_out != asked.line.sold_out()) {
        entry.second = second;
        entry.sold_out = asked.line.sold_out();
        refresh(entry, context, asked);
    }
    return entry.shown && !is_over(asked.answer.status) ? &entry : nullptr;
}

std::optional<Odds> SeatOutlook::odds(const Entry& entry, const waiting_room::QueueAnswer& answer) {
    if (!has_place(answer)) return std::nullopt;
    return sale::odds_behind(entry.limits, answer.ahead);
}

std::string_view SeatOutlook::about(const LoopContext& context, const Asked& asked) {
    const Entry* const entry = current(context, asked);
    if (entry == nullptr) return {};
    const auto told = odds(*entry, asked.answer);
    return told ? entry->with_odds[static_cast<std::size_t>(*told)] : entry->seats;
}

std::optional<SeatFigures> SeatOutlook::figures(const LoopContext& context, const Asked& asked) {
    const Entry* const entry = current(context, asked);
    if (entry == nullptr) return std::nullopt;
    SeatFigures figures = entry->figures;
    const auto told = odds(*entry, asked.answer);
    if (!told) {
        figures.chance.reset();
        return figures;
    }
    figures.chance->odds = *told;
    figures.chance->ahead = asked.answer.ahead;
    return figures;
}

std::string_view SeatOutlook::message_to(waiting_room::Number number, const Asked& asked) const {
    const Entry& entry = entries_[asked.event.value];
    if (asked.answer.reason == EndReason::kCompleted) return entry.message_paid;
    if (asked.answer.status != QueueStatus::kAdmitted || entry.message_holding.empty()) return {};
    const bool holds = asked.line.ledger().find(number)->keep != waiting_room::Keep::kNot;
    return holds ? std::string_view{entry.message_holding} : std::string_view{};
}

void SeatOutlook::refresh(Entry& entry, const LoopContext& context, const Asked& asked) {
    const sale::SaleLevers& levers = context.sale.levers(asked.event);
    entry.message_holding = levers.message_holding;
    entry.message_paid = levers.message_paid;
    const LeftShown shown = context.sale.settings(asked.event).left_shown;
    entry.shown = context.sale.has_halls(asked.event) && shown != LeftShown::kNone;
    if (!entry.shown) return;
    const seat::StateCounts counts = context.sale.counts(asked.event);
    const OddsInput input{.seats_free = counts[seat::SeatState::kFree],
                          .seats_may_return = counts.may_return(),
                          .guests_ahead = choosing_count(asked.line),
                          .rates = sale::buying_so_far(context.buying.of(asked.event), asked.line),
                          .sold_out = entry.sold_out};
    entry.limits = sale::ahead_limits(input);
    render(entry, input, shown);
}

void SeatOutlook::render(Entry& entry, const OddsInput& input, LeftShown shown) {
    entry.seats =
        fmt::format(R"(,"seatsFree":{},"seatsMayReturn":{})", shown_count(input.seats_free, shown),
                    shown_count(input.seats_may_return, shown));
    if (shown == LeftShown::kRough) entry.seats += R"(,"seatsRough":true)";
    const std::uint64_t wanted = sale::seats_per_admitted(input.rates);
    const std::uint64_t seats = sale::odds_of(input).seats;
    entry.figures = {shown_count(input.seats_free, shown),
                     shown_count(input.seats_may_return, shown), shown == LeftShown::kRough,
                     SeatFigures::Chance{{}, shown_count(seats, shown), 0, input.guests_ahead}};
    for (std::size_t i = 0; i < entry.with_odds.size(); ++i)
        entry.with_odds[i] = fmt::format(
            R"({},"odds":{{"answer":"{}","seats":{},"inside":{},"seatsPerGuest":{}.{:03},)"
            R"("measured":{}}})",
            entry.seats, kWords<sale::Odds>[i], shown_count(seats, shown), input.guests_ahead,
            wanted / sale::kWhole, wanted % sale::kWhole, input.rates.measured);
}

}  // namespace onsale::http
