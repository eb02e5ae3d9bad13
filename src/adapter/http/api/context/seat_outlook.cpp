#include "adapter/http/api/context/seat_outlook.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace onsale::http {

using sale::LeftShown;
using sale::Odds;
using sale::OddsInput;
using waiting_room::EndReason;
using waiting_room::LineView;
using waiting_room::QueueStatus;

namespace {

// Number of admitted guests that have not chosen yet. They choose before the guests in the line.
std::uint32_t choosing(const LineView& line) {
    const auto undecided = [](const auto& one) {
        return one.second.keep == waiting_room::Keep::kNot;
    };
    return static_cast<std::uint32_t>(
        std::count_if(line.ledger().begin(), line.ledger().end(), undecided));
}

// The maximum number of guests ahead in the line for which the odds are at least `at_least`; -1
// when there is none. More guests ahead never improve the odds, so a binary search finds it.
std::int64_t ahead_max(OddsInput input, Odds at_least) {
    const std::uint32_t inside = input.guests_ahead;
    const auto good = [&](std::int64_t ahead) {
        input.guests_ahead = inside + static_cast<std::uint32_t>(ahead);
        return odds_of(input).odds <= at_least;
    };
    std::int64_t bad = std::int64_t{std::numeric_limits<std::uint32_t>::max()} - inside;
    std::int64_t best = -1;
    while (best + 1 < bad) {
        const std::int64_t middle = best + (bad - best) / 2;
        (good(middle) ? best : bad) = middle;
    }
    return best;
}

// Whether the guest has a place, so that the number of guests ahead is meaningful.
bool has_odds(const waiting_room::QueueAnswer& answer) {
    const bool waits = answer.status == QueueStatus::kLobby ||
                       answer.status == QueueStatus::kWaiting ||
                       answer.status == QueueStatus::kPaused;
    return (waits && answer.position > 0) || answer.status == QueueStatus::kSoldOut;
}

bool over(QueueStatus status) {
    return status == QueueStatus::kClosed || status == QueueStatus::kExpired ||
           status == QueueStatus::kMoved;
}

std::uint32_t bounded(std::uint64_t count) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

sale::BuyingRates buying_rates(const LoopContext& context, waiting_room::EventId event,
                               const LineView& line) {
    const sale::Buying& buying = context.buying.of(event);
    const std::uint64_t begun = buying.inside_at_start + line.admitted_total();
    return sale::rates_of({.admissions_finished = bounded(
                               begun - std::min<std::uint64_t>(begun, line.ledger().size())),
                           .buyers = buying.buyers,
                           .seats_bought = buying.seats_bought,
                           .held_seats_finished = buying.held_seats_finished,
                           .held_seats_returned = buying.held_seats_returned});
}

waiting_room::QueueAnswer newcomers_answer(const LineView& line) {
    using waiting_room::Lifecycle;
    const Lifecycle lifecycle = line.lifecycle();
    const bool closed = lifecycle == Lifecycle::kClosed || lifecycle == Lifecycle::kArchived;
    const bool drawn_later = line.settings().order == waiting_room::OrderPolicy::kLobbyShuffle &&
                             (lifecycle == Lifecycle::kDraft || lifecycle == Lifecycle::kLobby);
    waiting_room::QueueAnswer answer;
    answer.status = closed            ? QueueStatus::kClosed
                    : line.sold_out() ? QueueStatus::kSoldOut
                                      : QueueStatus::kWaiting;
    answer.ahead = line.book().keeping_count();
    answer.position = drawn_later ? 0 : answer.ahead + 1;
    return answer;
}

std::uint64_t shown_count(std::uint64_t count, LeftShown shown) {
    if (shown == LeftShown::kExact) return count;
    std::uint64_t unit = 1;
    while (count / unit >= 10)
        unit *= 10;
    return (count + unit / 2) / unit * unit;
}

const SeatNews::Entry* SeatNews::current(const LoopContext& context, const Asked& asked) {
    if (entries_.size() <= asked.event.value) entries_.resize(asked.event.value + 1);
    Entry& entry = entries_[asked.event.value];
    const std::int64_t second = to_ms(asked.now) / 1000;
    // One answer must not contain both "sold out" and a free seat.
    if (entry.second != second || entry.sold_out != asked.line.sold_out()) {
        entry.second = second;
        entry.sold_out = asked.line.sold_out();
        refresh(entry, context, asked);
    }
    return entry.shown && !over(asked.answer.status) ? &entry : nullptr;
}

std::optional<Odds> SeatNews::odds(const Entry& entry, const waiting_room::QueueAnswer& answer) {
    if (!has_odds(answer)) return std::nullopt;
    const std::int64_t ahead = answer.ahead;
    return entry.sold_out                    ? Odds::kNone
           : ahead <= entry.likely_ahead_max ? Odds::kLikely
           : ahead <= entry.even_ahead_max   ? Odds::kEven
                                             : Odds::kUnlikely;
}

std::string_view SeatNews::about(const LoopContext& context, const Asked& asked) {
    const Entry* const entry = current(context, asked);
    if (entry == nullptr) return {};
    const auto told = odds(*entry, asked.answer);
    return told ? entry->with_odds[static_cast<std::size_t>(*told)] : entry->seats;
}

std::optional<SeatFigures> SeatNews::figures(const LoopContext& context, const Asked& asked) {
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

std::string_view SeatNews::message_to(waiting_room::Number number, const Asked& asked) const {
    const Entry& entry = entries_[asked.event.value];
    if (asked.answer.reason == EndReason::kCompleted) return entry.message_paid;
    if (asked.answer.status != QueueStatus::kAdmitted || entry.message_holding.empty()) return {};
    const bool holds = asked.line.ledger().find(number)->keep != waiting_room::Keep::kNot;
    return holds ? std::string_view{entry.message_holding} : std::string_view{};
}

void SeatNews::refresh(Entry& entry, const LoopContext& context, const Asked& asked) {
    const sale::SaleLevers& levers = context.sale.levers(asked.event);
    entry.message_holding = levers.message_holding;
    entry.message_paid = levers.message_paid;
    const LeftShown shown = context.sale.settings(asked.event).left_shown;
    entry.shown = context.sale.has_halls(asked.event) && shown != LeftShown::kNone;
    if (!entry.shown) return;
    const seat::StateCounts counts = context.sale.counts(asked.event);
    const OddsInput input{.seats_free = counts[seat::SeatState::kFree],
                          .seats_may_return = counts.may_return(),
                          .guests_ahead = choosing(asked.line),
                          .rates = buying_rates(context, asked.event, asked.line)};
    entry.likely_ahead_max = ahead_max(input, Odds::kLikely);
    entry.even_ahead_max = ahead_max(input, Odds::kEven);
    render(entry, input, shown);
}

void SeatNews::render(Entry& entry, const OddsInput& input, LeftShown shown) {
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
            entry.seats, sale::kOddsWords[i], shown_count(seats, shown), input.guests_ahead,
            wanted / sale::kWhole, wanted % sale::kWhole, input.rates.measured);
}

}  // namespace onsale::http
