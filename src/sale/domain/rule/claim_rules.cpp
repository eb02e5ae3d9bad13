#include "sale/domain/rule/claim_rules.hpp"

#include <algorithm>
#include <set>

namespace onsale::sale {
namespace {

using seat::SeatState;
using seat::Visit;

// Minimum remaining time. The hold was stopped before its deadline, even if almost no time was
// left.
constexpr Duration kLeftMin{1};

bool is_leftover(const seat::Hall& hall, seat::SeatIndex seat) {
    switch (hall.state(seat)) {
        case SeatState::kFree:
        case SeatState::kHeld:
            return true;
        case SeatState::kReturned:
            return hall.returns().contains(seat);  // Otherwise it waits for an operator.
        case SeatState::kPaying:
        case SeatState::kSold:
        case SeatState::kBlocked:
            break;
    }
    return false;
}

bool is_sound(const seat::Hall& hall, const seat::Seats& seats) {
    return !seats.empty() &&
           std::ranges::adjacent_find(seats, std::ranges::greater_equal{}) == seats.end() &&
           hall.seating().has(seats.back());
}

// Ends every hold that contains one of the seats, and the guest's own hold.
class LeftoversEnded {
  public:
    explicit LeftoversEnded(const SaleTarget& target) : target_(target) {}

    void end(const GuestId& guest) {
        const Visit* const visit = target_.hall.seats.visit(guest, target_.line_now);
        if (visit == nullptr || visit->state != Visit::State::kHeld) return;
        if (!ended_.insert(guest).second) return;
        add(seat::fact::HoldEnded{guest, seat::HoldEnd::kExpired, visit->seats, target_.line_now});
    }
    void free(const seat::Seats& seats) {
        seat::Seats back;
        std::ranges::copy_if(seats, std::back_inserter(back), [&](seat::SeatIndex seat) {
            return target_.hall.seats.state(seat) != SeatState::kFree;
        });
        if (!back.empty()) add(seat::fact::SeatsFreed{std::move(back)});
    }
    void add(seat::HallFact change) {
        facts_.push_back(fact::HallChanged{target_.id, std::move(change)});
    }
    Facts take() { return std::move(facts_); }

  private:
    const SaleTarget& target_;
    std::set<GuestId> ended_;
    Facts facts_;
};

seat::HeldSeats as_held(const seat::Hall& hall, const seat::Seats& seats, Instant deadline,
                        seat::Fence taken_anew) {
    seat::HeldSeats held{{}, deadline};
    for (const seat::SeatIndex seat : seats)
        held.seats.push_back({seat, hall.fence(seat) + taken_anew});
    return held;
}

}  // namespace

Result<Claim, PayRefusal> claim(const SaleTarget& target, const Buyer& buyer,
                                const HoldElsewhere& hold) {
    const seat::Hall& hall = target.hall.seats;
    if (!is_sound(hall, hold.seats)) return fail(PayRefusal{PayError::kNoHold});
    const Visit* const visit = hall.visit(buyer.guest, target.line_now);
    if (visit != nullptr && visit->state == Visit::State::kPaying) {
        if (visit->seats != hold.seats)
            return fail(PayRefusal{PayError::kOrder, payment::OrderError::kAlreadyPaying});
        return Claim{as_held(hall, hold.seats, visit->deadline, 0), {}};
    }
    for (const seat::SeatIndex seat : hold.seats)
        if (!is_leftover(hall, seat)) return fail(PayRefusal{PayError::kSeatTaken});

    LeftoversEnded leftovers{target};
    leftovers.end(buyer.guest);
    for (const seat::SeatIndex seat : hold.seats)
        if (const auto owner = hall.owner(seat)) leftovers.end(*owner);
    leftovers.free(hold.seats);
    const Instant deadline = target.line_now + std::max(hold.left, kLeftMin);
    leftovers.add(seat::fact::SeatsHeld{
        buyer.guest, {buyer.admission.value}, deadline, hold.seats, {}, target.line_now});
    return Claim{as_held(hall, hold.seats, deadline, 1), leftovers.take()};
}

}  // namespace onsale::sale
