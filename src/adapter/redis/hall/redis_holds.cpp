#include "adapter/redis/hall/redis_holds.hpp"

#include <algorithm>
#include <utility>

#include "adapter/redis/hall/hold_words.hpp"
#include "sale/domain/rule/affordable.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using sale::Buyer;
using sale::HallView;
using sale::HoldError;
using sale::HoldOutcome;
using sale::HoldRefusal;
using seat::HallError;
using seat::Seats;

namespace {

// Maximum number of choices considered. Finding this many takes less than a millisecond.
constexpr std::uint64_t kSpreadMax = 256;
// A guest who gave back many seats is guided past them, a few seats per try.
// Equal to the number of seats that the script lets one guest give back.
constexpr int kGivenBackTriesMax = 100;

HoldRefusal refusal(HallError error) {
    return {.error = HoldError::kHall, .hall = {error, {}, {}}};
}

std::string admission_arg(const Buyer& buyer) {
    return std::to_string(buyer.admission.value);
}

// Sorted and without duplicates.
Seats as_set(Seats seats) {
    std::ranges::sort(seats);
    const auto doubles = std::ranges::unique(seats);
    seats.erase(doubles.begin(), doubles.end());
    return seats;
}

// A repeated request keeps the seats already held if they satisfy the wish.
bool fulfils(const HallView& hall, const Seats& seats, const seat::Wish& wish) {
    return seats.size() == wish.count && std::ranges::all_of(seats, [&](seat::SeatIndex seat) {
               return seat::suits_wish(hall.seating(), seat, wish);
           });
}

// The position near which to offer seats: the middle of the wanted seats if it is in the same
// stretch as the lost seat, otherwise the lost seat.
seat::SeatIndex wanted_place(const seat::Seating& seating, const Seats& wanted,
                             seat::SeatIndex lost) {
    const seat::SeatIndex middle = wanted[wanted.size() / 2];
    return seating.stretch_of(middle) == seating.stretch_of(lost) ? middle : lost;
}

sale::Held held_seats(sale::HallId hall, const LineAnswer& answer, const Seats& seats) {
    sale::Held held{hall, {{}, instant_from_ms(answer.more[0].integer)}};
    for (std::size_t i = 0; i < seats.size(); ++i)
        held.seats.seats.push_back(
            {seats[i], static_cast<seat::Fence>(answer.more[i + 1].integer)});
    return held;
}

// Number of choices from which one is drawn at random. A caller that lost a race would meet the
// same competitors again among the best seats. There are about as many on every node as on this
// one. All of them therefore spread out, twice as far after each lost race.
std::uint64_t choices(int tries, std::size_t asked_for_here) {
    constexpr std::uint64_t kAtLeast = 4;
    return tries == 0 ? 1 : std::min(kSpreadMax, (asked_for_here + kAtLeast) << tries);
}

bool is_hall_error(const HoldOutcome& outcome, HallError error) {
    return !outcome && outcome.error().error == HoldError::kHall &&
           outcome.error().hall.error == error;
}

}  // namespace

Result<RedisHolds::SaleTarget, HoldRefusal> RedisHolds::find(const Buyer& buyer) const {
    const waiting_room::LineView* const line = deps_.room.find(buyer.event);
    if (line == nullptr) return fail(HoldRefusal{.error = HoldError::kUnknownEvent});
    const sale::HallId* const id = deps_.sale.id_of(buyer.event, buyer.performance);
    if (id == nullptr) return fail(HoldRefusal{.error = HoldError::kUnknownPerformance});
    return SaleTarget{*line, *id, *deps_.sale.find(*id)};
}

Seats RedisHolds::in_stopped_sections(const HallView& hall, const Seats& seats) const {
    Seats stopped;
    for (const std::string& id : deps_.sale.levers(hall.event()).sections_stopped)
        if (const auto section = hall.seating().find_section(id))
            std::ranges::copy_if(seats, std::back_inserter(stopped), [&](seat::SeatIndex seat) {
                return hall.seating().section(seat) == *section;
            });
    return stopped;
}

HoldLimits RedisHolds::limits(const SaleTarget& target, const Seats& seats) const {
    const sale::SaleSettings& settings = deps_.sale.settings(target.hall.event());
    HoldLimits limits{.stopped = {},
                      .per_event = settings.seats_per_guest,
                      .per_performance = settings.seats_per_performance};
    const auto& phases = target.line.settings().phases;
    if (const auto index = target.line.phase_index(); index && *index < phases.size()) {
        const waiting_room::Phase& phase = phases[*index];
        const std::uint32_t own = phase.seats_per_guest;
        if (own != 0 && (limits.per_event == 0 || own < limits.per_event)) limits.per_event = own;
        limits.share_percent = phase.seat_share_percent;
    }
    if (!in_stopped_sections(target.hall, seats).empty()) limits.stopped = "section_stopped";
    if (deps_.sale.levers(target.hall.event()).holds_stopped) limits.stopped = "holds_stopped";
    return limits;
}

HoldRefusal RedisHolds::explain(const SaleTarget& target, const LineAnswer& answer,
                                const Seats& seats) {
    HoldRefusal refused = hold_refusal(answer.word, answer.more);
    const HallView& hall = target.hall;
    if (refused.error == HoldError::kSectionStopped)
        refused.hall.seats = in_stopped_sections(hall, seats);
    if (refused.error != HoldError::kHall) return refused;
    if (refused.hall.error == HallError::kTooManyAccessible)
        std::ranges::copy_if(seats, std::back_inserter(refused.hall.seats),
                             [&](seat::SeatIndex seat) { return hall.seating().accessible(seat); });
    if (refused.hall.error == HallError::kSeatTaken && !refused.hall.seats.empty()) {
        const seat::SeatIndex near =
            wanted_place(hall.seating(), seats, refused.hall.seats.front());
        refused.hall.offers =
            seat::offer_near(hall.seating(), free_[target.id].current(hall), near,
                             static_cast<std::uint32_t>(seats.size()), refused.hall.seats);
    }
    return refused;
}

awaitable<HoldOutcome> RedisHolds::hold(SaleTarget target, Buyer buyer, Seats seats,
                                        Deadline deadline) {
    const HallView& hall = target.hall;
    const seat::command::Select select{buyer.guest, {buyer.admission.value}, seats, deps_.random()};
    std::optional<AskedFor> asked_for{std::in_place, free_[target.id], hall, seats};
    const auto answer = co_await deps_.caller.change(
        "seat_select", {buyer.event, buyer.performance},
        seat_select_args(hall.seating(), select, limits(target, seats)), deadline);
    if (!answer) co_return fail(hold_refusal(answer.error()));
    const bool is_shown = co_await deps_.feed.wait_applied(buyer.event, answer->id, deadline);
    asked_for.reset();
    if (answer->word != "ok") co_return fail(explain(target, *answer, seats));
    if (!is_shown || answer->more.size() != seats.size() + 1)
        co_return fail(HoldRefusal{.error = HoldError::kOutcomeUnknown});
    co_return held_seats(target.id, *answer, seats);
}

Call<sale::command::SelectSeats> RedisHolds::call(sale::command::SelectSeats select) {
    const auto target = find(select.buyer);
    if (!target) co_return fail(target.error());
    HoldRefusal unknown = refusal(HallError::kUnknownSeat);
    Seats seats;
    for (std::string& id : select.seats) {
        if (const auto seat = target->hall.seating().find(id))
            seats.push_back(*seat);
        else
            unknown.unknown_seats.push_back(std::move(id));
    }
    if (!unknown.unknown_seats.empty()) co_return fail(std::move(unknown));
    seats = as_set(std::move(seats));
    if (seats.empty()) co_return fail(refusal(HallError::kNothingChosen));
    if (seats.size() > seat::kSeatsPerHoldMax) co_return fail(refusal(HallError::kTooManySeats));
    co_return co_await hold(*target, std::move(select.buyer), std::move(seats),
                            std::chrono::steady_clock::now() + config_.timeout);
}

seat::Wish RedisHolds::wish_now(const SaleTarget& target,
                                const sale::command::SelectBest& select) const {
    const seat::Seating& seating = target.hall.seating();
    seat::Wish wish = select.wish;
    if (select.price_max)
        wish.grades &=
            sale::affordable(deps_.sale.terms(select.buyer.event), seating, *select.price_max);
    for (const std::string& id : deps_.sale.levers(select.buyer.event).sections_stopped)
        if (const auto section = seating.find_section(id)) wish.not_in.push_back(*section);
    return wish;
}

RedisHolds::Choice RedisHolds::choose(const SaleTarget& target, const GuestId& guest,
                                      const seat::Wish& wish, const Seats& avoid, int tries) {
    const HallView& hall = target.hall;
    if (const sale::HoldView* const own = hall.hold(guest))
        if (fulfils(hall, own->seats, wish)) return own->seats;
    FreeView& free = free_[target.id];
    auto best = seat::best(hall.seating(), free.current(hall), wish, avoid);
    // Seats that others on this loop are requesting may still become available.
    if (!best && free.asked_for() > 0)
        best = seat::best(hall.seating(), free.with_asked_for(hall), wish, avoid);
    if (!best)
        return fail(refusal(best.error() == seat::BestError::kNotTogether ? HallError::kNotTogether
                                                                          : HallError::kNotEnough));
    std::uint64_t behind = deps_.random() % choices(tries, free.asked_for() / wish.count);
    if (behind == 0) return *std::move(best);
    for (seat::FreeSeats left = free.current(hall); behind > 0; --behind) {
        for (const seat::SeatIndex seat : *best)
            left.set(seat, false);
        auto next = seat::best(hall.seating(), left, wish, avoid);
        if (!next) break;
        best = std::move(next);
    }
    return *std::move(best);
}

Call<sale::command::SelectBest> RedisHolds::call(sale::command::SelectBest select) {
    const Deadline deadline = std::chrono::steady_clock::now() + config_.timeout;
    const auto target = find(select.buyer);
    if (!target) co_return fail(target.error());
    if (select.wish.count == 0) co_return fail(refusal(HallError::kNothingChosen));
    if (select.wish.count > target->hall.rules().seats_per_hold)
        co_return fail(refusal(HallError::kTooManySeats));
    Seats given_back;
    int lost = 0;
    int led_past = 0;
    while (lost < config_.best_tries && led_past < kGivenBackTriesMax) {
        const seat::Wish wish = wish_now(*target, select);
        Choice choice = choose(*target, select.buyer.guest, wish, given_back, lost);
        if (!choice) co_return fail(std::move(choice.error()));
        auto outcome = co_await hold(*target, select.buyer, *std::move(choice), deadline);
        if (is_hall_error(outcome, HallError::kGivenBack)) {
            const Seats& again = outcome.error().hall.seats;
            given_back.insert(given_back.end(), again.begin(), again.end());
            ++led_past;
        } else if (is_hall_error(outcome, HallError::kSeatTaken)) {
            ++lost;
        } else {
            co_return outcome;
        }
    }
    co_return fail(HoldRefusal{.error = HoldError::kUnavailable});
}

Call<sale::command::ReleaseSeats> RedisHolds::call(sale::command::ReleaseSeats release) {
    const Deadline deadline = std::chrono::steady_clock::now() + config_.timeout;
    const Buyer& buyer = release.buyer;
    if (const auto target = find(buyer); !target) co_return fail(target.error());
    const auto answer = co_await deps_.caller.change(
        "seat_release", {buyer.event, buyer.performance},
        {guest_arg(buyer.guest), admission_arg(buyer), random_arg(deps_.random())}, deadline);
    if (!answer) co_return fail(hold_refusal(answer.error()));
    const bool is_shown = co_await deps_.feed.wait_applied(buyer.event, answer->id, deadline);
    if (answer->word != "ok") co_return fail(hold_refusal(answer->word));
    if (!is_shown) co_return fail(HoldRefusal{.error = HoldError::kOutcomeUnknown});
    co_return answer->number().value;
}

}  // namespace onsale::redis
