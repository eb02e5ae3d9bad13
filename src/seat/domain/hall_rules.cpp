#include "seat/domain/hall_rules.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "seat/domain/delay.hpp"

namespace onsale::seat {
namespace {

// Maximum number of expirations per batch; the next batch continues.
constexpr std::size_t kHoldsAtOnce = 1'024;
constexpr std::size_t kReturnsAtOnce = 4'096;
constexpr std::size_t kBlockTextMax = 200;

HoldDecision refuse_hold(HallError error) {
    return {fail(HallRefusal{error, {}, {}}), {}};
}

SeatsDecision refuse(HallError error, Seats seats = {}) {
    return {fail(HallRefusal{error, std::move(seats), {}}), {}};
}

SeatsDecision done(const Seats& seats, HallFact fact) {
    return {static_cast<std::uint32_t>(seats.size()), {std::move(fact)}};
}

const Visit* open_hold(const Hall& hall, const GuestId& guest, Instant now) {
    const Visit* const visit = hall.visit(guest, now);
    return visit != nullptr && visit->state != Visit::State::kNoHold ? visit : nullptr;
}

HeldSeats as_held(const Hall& hall, const Visit& visit, Instant deadline) {
    HeldSeats held{{}, deadline};
    for (const SeatIndex seat : visit.seats)
        held.seats.push_back({seat, hall.fence(seat)});
    return held;
}

SeatsDecision end_hold(const Hall& hall, const GuestId& guest, const Visit& visit, HoldEnd reason,
                       Instant now, std::uint64_t random) {
    const Instant free_at = now + return_delay(hall.rules(), random);
    return done(visit.seats, fact::HoldEnded{guest, reason, visit.seats, free_at});
}

// Returns the seats in plan order without duplicates, or an error that names an unknown seat.
Result<Seats, HallRefusal> known_seats(const Hall& hall, Seats seats) {
    std::ranges::sort(seats);
    const auto doubles = std::ranges::unique(seats);
    seats.erase(doubles.begin(), doubles.end());
    if (seats.empty()) return fail(HallRefusal{HallError::kNothingChosen, {}, {}});
    if (!hall.seating().has(seats.back()))
        return fail(HallRefusal{HallError::kUnknownSeat, {seats.back()}, {}});
    return seats;
}

Seats bare(const std::vector<FencedSeat>& fenced) {
    Seats seats;
    for (const FencedSeat& one : fenced)
        seats.push_back(one.seat);
    return seats;
}

// The seats of `items` for which `bad` returns true.
template <class Items, class Bad>
Seats offenders(const Items& items, const Bad& bad) {
    Seats seats;
    for (const auto& item : items)
        if (bad(item)) {
            if constexpr (requires { item.seat; })
                seats.push_back(item.seat);
            else
                seats.push_back(item);
        }
    return seats;
}

bool sold_to(const Hall& hall, const GuestId& guest, const FencedSeat& one) {
    return hall.state(one.seat) == SeatState::kSold && hall.owns(guest, one.seat) &&
           hall.fence(one.seat) == one.fence;
}

// The fence is unchanged: no guest has taken the seat since, and it is not sold yet.
bool can_be_sold(const Hall& hall, const GuestId& guest, const FencedSeat& one) {
    if (hall.fence(one.seat) != one.fence) return false;
    switch (hall.state(one.seat)) {
        case SeatState::kFree:
        case SeatState::kReturned:
            return true;
        case SeatState::kHeld:
        case SeatState::kPaying:
            return hall.owns(guest, one.seat);
        case SeatState::kSold:
        case SeatState::kBlocked:
            break;
    }
    return false;
}

// A sale must contain all seats of the open hold, or none of them (a late payment for other seats).
bool splits_hold(const Visit& visit, const Seats& seats) {
    const auto sold = std::ranges::count_if(
        visit.seats, [&](SeatIndex seat) { return std::ranges::binary_search(seats, seat); });
    return sold != 0 && static_cast<std::size_t>(sold) != visit.seats.size();
}

bool sensible(const HallRules& rules) {
    constexpr Duration kDay = std::chrono::hours{24};
    const auto up_to_a_day = [&](Duration value) { return value >= Duration{0} && value <= kDay; };
    return rules.hold_ttl > Duration{0} && up_to_a_day(rules.hold_ttl) &&
           up_to_a_day(rules.retake_after) && up_to_a_day(rules.return_delay_max) &&
           rules.seats_per_hold >= 1 && rules.seats_per_hold <= kSeatsPerHoldMax &&
           rules.accessible_per_hold <= kSeatsPerHoldMax;
}

}  // namespace

SeatsDecision decide(const Hall& hall, const command::Release& release, Instant now) {
    const Visit* const visit = open_hold(hall, release.guest, now);
    if (visit == nullptr) return refuse(HallError::kNoHold);
    if (visit->state == Visit::State::kPaying) return refuse(HallError::kBeingPaid);
    return end_hold(hall, release.guest, *visit, HoldEnd::kReleased, now, release.random);
}

HoldDecision decide(const Hall& hall, const command::Extend& extend, Instant now) {
    const Visit* const visit = open_hold(hall, extend.guest, now);
    if (visit == nullptr) return refuse_hold(HallError::kNoHold);
    if (visit->state == Visit::State::kPaying) return refuse_hold(HallError::kBeingPaid);
    const Instant deadline = visit->deadline + extend.by;
    return {as_held(hall, *visit, deadline),
            {fact::SeatsHeld{extend.guest, visit->admission, deadline, {}, {}, now}}};
}

HoldDecision decide(const Hall& hall, const command::StartPaying& start, Instant now) {
    const Visit* const visit = open_hold(hall, start.guest, now);
    if (visit == nullptr) return refuse_hold(HallError::kNoHold);
    const HeldSeats held = as_held(hall, *visit, visit->deadline);
    if (visit->state == Visit::State::kPaying) return {held, {}};
    // The tick that ends the hold may be slightly late, but the deadline is exact.
    if (visit->deadline <= now) return refuse_hold(HallError::kTimeOver);
    return {held, {fact::PayingStarted{start.guest, visit->seats}}};
}

HoldDecision decide(const Hall& hall, const command::DeclinePayment& decline, Instant now) {
    const Visit* const visit = open_hold(hall, decline.guest, now);
    if (visit == nullptr) return refuse_hold(HallError::kNoHold);
    if (visit->state == Visit::State::kHeld) return {as_held(hall, *visit, visit->deadline), {}};
    const Instant deadline = std::max(visit->deadline, decline.until);
    return {as_held(hall, *visit, deadline),
            {fact::PaymentDeclined{decline.guest, visit->seats, deadline}}};
}

SeatsDecision decide(const Hall& hall, const command::AbandonPayment& abandon, Instant now) {
    const Visit* const visit = open_hold(hall, abandon.guest, now);
    if (visit == nullptr || visit->state != Visit::State::kPaying)
        return refuse(HallError::kNoHold);
    return end_hold(hall, abandon.guest, *visit, HoldEnd::kPaymentAbandoned, now, abandon.random);
}

SeatsDecision decide(const Hall& hall, const command::Sell& sell, Instant now) {
    auto seats = known_seats(hall, bare(sell.seats));
    if (!seats) return {fail(std::move(seats.error())), {}};
    if (seats->size() != sell.seats.size()) return refuse(HallError::kWrongHold);
    // A repeated request is valid, because the answer to the first one may have been lost.
    const auto unsold = offenders(
        sell.seats, [&](const FencedSeat& one) { return !sold_to(hall, sell.guest, one); });
    if (unsold.empty()) return {static_cast<std::uint32_t>(seats->size()), {}};
    auto lost = offenders(
        sell.seats, [&](const FencedSeat& one) { return !can_be_sold(hall, sell.guest, one); });
    if (!lost.empty()) return refuse(HallError::kSeatLost, std::move(lost));
    const Visit* const visit = open_hold(hall, sell.guest, now);
    if (visit != nullptr && splits_hold(*visit, *seats)) return refuse(HallError::kWrongHold);
    return done(*seats, fact::SeatsSold{sell.guest, *seats});
}

SeatsDecision decide(const Hall& hall, const command::Refund& refund, Instant now) {
    auto seats = known_seats(hall, bare(refund.seats));
    if (!seats) return {fail(std::move(seats.error())), {}};
    auto wrong = offenders(
        refund.seats, [&](const FencedSeat& one) { return !sold_to(hall, refund.guest, one); });
    if (!wrong.empty()) return refuse(HallError::kNotSold, std::move(wrong));
    std::optional<Instant> free_at;
    if (refund.free_after) free_at = now + *refund.free_after;
    return done(*seats, fact::SeatsRefunded{refund.guest, *seats, free_at});
}

SeatsDecision decide(const Hall& hall, const command::ReleaseReturned& release) {
    auto seats = known_seats(hall, release.seats);
    if (!seats) return {fail(std::move(seats.error())), {}};
    auto wrong =
        offenders(*seats, [&](SeatIndex seat) { return hall.state(seat) != SeatState::kReturned; });
    if (!wrong.empty()) return refuse(HallError::kNotReturned, std::move(wrong));
    return done(*seats, fact::SeatsFreed{*seats});
}

SeatsDecision decide(const Hall& hall, const command::BlockSeats& block) {
    if (characters(block.reason) > kBlockTextMax || characters(block.owner) > kBlockTextMax)
        return refuse(HallError::kTextTooLong);
    auto seats = known_seats(hall, block.seats);
    if (!seats) return {fail(std::move(seats.error())), {}};
    // Blocking seats never breaks a guest's hold.
    auto taken = offenders(*seats, [&](SeatIndex seat) { return hall.owner(seat).has_value(); });
    if (!taken.empty()) return refuse(HallError::kSeatTaken, std::move(taken));
    return done(*seats, fact::SeatsBlocked{*seats, block.reason, block.owner});
}

SeatsDecision decide(const Hall& hall, const command::UnblockSeats& unblock) {
    auto seats = known_seats(hall, unblock.seats);
    if (!seats) return {fail(std::move(seats.error())), {}};
    auto wrong =
        offenders(*seats, [&](SeatIndex seat) { return hall.state(seat) != SeatState::kBlocked; });
    if (!wrong.empty()) return refuse(HallError::kNotBlocked, std::move(wrong));
    return done(*seats, fact::SeatsUnblocked{*seats});
}

SeatsDecision decide(const Hall&, const command::SetRules& set) {
    if (!sensible(set.rules)) return refuse(HallError::kBadRules);
    return {0u, {fact::RulesSet{set.rules}}};
}

HallFacts decide_deadlines(const Hall& hall, Instant now, std::uint64_t random) {
    HallFacts facts;
    std::uint64_t index = 0;
    for (const GuestId& guest : hall.hold_deadlines().due(now, kHoldsAtOnce)) {
        const Seats& seats = hall.visit(guest, now)->seats;
        const Instant free_at = now + return_delay(hall.rules(), derived(random, index++));
        facts.push_back(fact::HoldEnded{guest, HoldEnd::kExpired, seats, free_at});
    }
    Seats back = hall.returns().due(now, kReturnsAtOnce);
    std::ranges::sort(back);
    if (!back.empty()) facts.push_back(fact::SeatsFreed{std::move(back)});
    return facts;
}

}  // namespace onsale::seat
