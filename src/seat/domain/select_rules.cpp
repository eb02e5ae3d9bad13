// The rules for one selection of seats by a guest.
#include <algorithm>

#include "seat/domain/delay.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::seat {
namespace {

// Maximum number of recently returned seats per guest. Higher numbers indicate abuse.
constexpr std::size_t kGivenBackMax = 100;

HoldDecision refuse(HallError error, Seats seats = {}, Seats offers = {}) {
    return {fail(HallRefusal{error, std::move(seats), std::move(offers)}), {}};
}

// Sorts and removes duplicates.
Seats as_set(Seats seats) {
    std::ranges::sort(seats);
    const auto doubles = std::ranges::unique(seats);
    seats.erase(doubles.begin(), doubles.end());
    return seats;
}

Seats without(const Seats& from, const Seats& what) {
    Seats rest;
    std::ranges::set_difference(from, what, std::back_inserter(rest));
    return rest;
}

template <class Test>
Seats those(const Seats& seats, const Test& test) {
    Seats found;
    std::ranges::copy_if(seats, std::back_inserter(found), test);
    return found;
}

bool contains(const Seats& sorted, SeatIndex seat) {
    return std::ranges::binary_search(sorted, seat);
}

// Checks the set of seats itself, regardless of who owns them.
std::optional<HallRefusal> wrong_set(const Hall& hall, const GuestId& guest, const Seats& seats) {
    const Seating& seating = hall.seating();
    const HallRules& rules = hall.rules();
    if (seats.empty()) return HallRefusal{HallError::kNothingChosen, {}, {}};
    if (seats.size() > rules.seats_per_hold) return HallRefusal{HallError::kTooManySeats, {}, {}};
    auto unknown = those(seats, [&](SeatIndex seat) { return !seating.has(seat); });
    if (!unknown.empty()) return HallRefusal{HallError::kUnknownSeat, std::move(unknown), {}};
    auto accessible = those(seats, [&](SeatIndex seat) { return seating.accessible(seat); });
    if (accessible.size() > rules.accessible_per_hold)
        return HallRefusal{HallError::kTooManyAccessible, std::move(accessible), {}};
    auto alone = those(seats, [&](SeatIndex seat) {
        const auto place = seating.companion_of(seat);
        // The accessible seat must be in this selection or already sold to the guest. One in the
        // replaced hold does not count.
        const bool bought =
            place && hall.owns(guest, *place) && hall.state(*place) == SeatState::kSold;
        return place && !contains(seats, *place) && !bought;
    });
    if (!alone.empty()) return HallRefusal{HallError::kCompanionAlone, std::move(alone), {}};
    return std::nullopt;
}

HeldSeats held(const Hall& hall, const Seats& seats, const Seats& taken, Instant deadline) {
    HeldSeats result{{}, deadline};
    result.seats.reserve(seats.size());
    for (const SeatIndex seat : seats)
        result.seats.push_back({seat, hall.fence(seat) + (contains(taken, seat) ? 1u : 0u)});
    return result;
}

// The first hold of an admission sets the deadline. Later selections do not move it.
Instant deadline_of(const Hall& hall, const command::Select& select, Instant now) {
    const Visit* const visit = hall.visit(select.guest, now);
    const bool holds = visit != nullptr && visit->state != Visit::State::kNoHold;
    const bool goes_on = holds || (visit != nullptr && visit->admission == select.admission);
    const Instant deadline = goes_on ? visit->deadline : now + hall.rules().hold_ttl;
    return holds || !select.until ? deadline : std::min(deadline, *select.until);
}

// Where the party wanted to sit: its middle, if that is in the same stretch as the lost seat.
SeatIndex wanted_place(const Seating& seating, const Seats& wanted, SeatIndex lost) {
    const SeatIndex middle = wanted[wanted.size() / 2];
    return seating.stretch_of(middle) == seating.stretch_of(lost) ? middle : lost;
}

HoldDecision refuse_taken(const Hall& hall, const Seats& wanted, Seats taken, const Seats& avoid) {
    const auto count = static_cast<std::uint32_t>(wanted.size());
    const SeatIndex near = wanted_place(hall.seating(), wanted, taken.front());
    Seats offers = offer_near(hall.seating(), hall.free(), near, count, avoid);
    return refuse(HallError::kSeatTaken, std::move(taken), std::move(offers));
}

// Whether the guest's seats already fulfil the wish. A repeated request then changes nothing.
bool fulfils(const Hall& hall, const Seats& seats, const Wish& wish) {
    return seats.size() == wish.count && std::ranges::all_of(seats, [&](SeatIndex seat) {
               return suits_wish(hall.seating(), seat, wish);
           });
}

}  // namespace

HoldDecision decide(const Hall& hall, const command::Select& select, Instant now) {
    const Seats wanted = as_set(select.seats);
    if (auto refusal = wrong_set(hall, select.guest, wanted))
        return {fail(std::move(*refusal)), {}};
    const Instant deadline = deadline_of(hall, select, now);
    if (deadline <= now) return refuse(HallError::kTimeOver);

    const Visit* const visit = hall.visit(select.guest, now);
    static const Seats kNone;
    const Seats& before = visit != nullptr ? visit->seats : kNone;
    Seats taken = without(wanted, before);
    Seats dropped = without(before, wanted);
    if (taken.empty() && dropped.empty()) return {held(hall, wanted, {}, deadline), {}};
    if (visit != nullptr && visit->state == Visit::State::kPaying)
        return refuse(HallError::kBeingPaid);

    const Seats given_back = as_set(hall.given_back(select.guest, now));
    auto lost = those(taken, [&](SeatIndex seat) { return hall.state(seat) != SeatState::kFree; });
    if (!lost.empty()) return refuse_taken(hall, wanted, std::move(lost), given_back);
    auto again = those(taken, [&](SeatIndex seat) { return contains(given_back, seat); });
    if (!again.empty()) return refuse(HallError::kGivenBack, std::move(again));
    if (given_back.size() + dropped.size() > kGivenBackMax)
        return refuse(HallError::kTooManyChanges);
    const Instant free_at = now + return_delay(hall.rules(), select.random);
    HoldDecision decision{held(hall, wanted, taken, deadline), {}};
    decision.facts.push_back(fact::SeatsHeld{select.guest, select.admission, deadline,
                                             std::move(taken), std::move(dropped), free_at});
    return decision;
}

HoldDecision decide(const Hall& hall, const command::SelectBest& select, Instant now) {
    if (select.wish.count == 0) return refuse(HallError::kNothingChosen);
    if (select.wish.count > hall.rules().seats_per_hold) return refuse(HallError::kTooManySeats);
    command::Select choice{select.guest, select.admission, {}, select.random, select.until};
    if (const Visit* visit = hall.visit(select.guest, now)) choice.seats = visit->seats;
    if (fulfils(hall, choice.seats, select.wish)) return decide(hall, choice, now);
    const Seats avoid = hall.given_back(select.guest, now);
    auto seats = best(hall.seating(), hall.free(), select.wish, avoid);
    if (!seats)
        return refuse(seats.error() == BestError::kNotTogether ? HallError::kNotTogether
                                                               : HallError::kNotEnough);
    choice.seats = std::move(*seats);
    return decide(hall, choice, now);
}

}  // namespace onsale::seat
