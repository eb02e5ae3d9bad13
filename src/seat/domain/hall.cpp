#include "seat/domain/hall.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::seat {
namespace {

// Two per fact are enough for any sale, and no single fact becomes slow.
constexpr std::size_t kForgottenPerFact = 2;

// Minimum time before a guest can get a new deadline, even if `retake_after` is shorter. Without it
// a guest could start a new hold as soon as the old one ends, and hold seats for the whole
// admission.
constexpr Duration kNewDeadlineAfter = std::chrono::minutes{10};

// The last instant at which a visit without a hold is still needed.
Instant needed_until(const Visit& visit, Duration retake_after) {
    Instant until = visit.deadline + std::max(retake_after, kNewDeadlineAfter);
    for (const GivenBack& one : visit.given_back)
        until = std::max(until, one.until);
    return until;
}

}  // namespace

Hall::Hall(std::shared_ptr<const Seating> seating, const HallRules& rules)
    : rules_(rules),
      map_(std::move(seating)),
      free_(map_.seating()),
      fences_(map_.seating().size()) {}

void Hall::evolve(const HallFact& fact, Instant now) {
    std::visit([&](const auto& body) { on(body, now); }, fact);
    forget_visits(now);
}

std::optional<GuestId> Hall::owner(SeatIndex seat) const {
    const auto found = owners_.find(seat);
    return found == owners_.end() ? std::nullopt : std::optional{found->second};
}

const Block* Hall::block(SeatIndex seat) const {
    const auto found = block_of_.find(seat);
    return found == block_of_.end() ? nullptr : &blocks_.at(found->second);
}

const Visit* Hall::visit(const GuestId& guest, Instant now) const {
    const auto found = visits_.find(guest);
    if (found == visits_.end()) return nullptr;
    const Visit& visit = found->second;
    // An expired visit counts as removed even if no fact has removed it yet.
    const bool over = visit.state == Visit::State::kNoHold && forget_at_.at(guest) <= now;
    return over ? nullptr : &visit;
}

Seats Hall::given_back(const GuestId& guest, Instant now) const {
    Seats seats;
    if (const Visit* visit = this->visit(guest, now))
        for (const GivenBack& one : visit->given_back)
            if (one.until > now) seats.push_back(one.seat);
    return seats;
}

void Hall::on(const fact::SeatsHeld& fact, Instant now) {
    Visit& visit = visits_[fact.guest];
    visit.admission = fact.admission;
    visit.deadline = fact.deadline;
    visit.state = Visit::State::kHeld;
    for (const SeatIndex seat : fact.dropped) {
        std::erase(visit.seats, seat);
        give_back(visit, seat, fact.free_at, now);
    }
    for (const SeatIndex seat : fact.taken) {
        ONSALE_ASSERT(state(seat) == SeatState::kFree);
        set(seat, SeatState::kHeld);
        owners_[seat] = fact.guest;
        ++fences_[seat.value];
        visit.seats.push_back(seat);
    }
    std::ranges::sort(visit.seats);
    forget_at_.erase(fact.guest);
    hold_deadlines_.set(fact.guest, visit.deadline);
}

void Hall::on(const fact::HoldEnded& fact, Instant now) {
    Visit& visit = visits_.at(fact.guest);
    for (const SeatIndex seat : fact.seats)
        give_back(visit, seat, fact.free_at, now);
    end_hold(fact.guest, visit);
}

void Hall::on(const fact::PayingStarted& fact, Instant) {
    visits_.at(fact.guest).state = Visit::State::kPaying;
    hold_deadlines_.erase(fact.guest);
    for (const SeatIndex seat : fact.seats)
        set(seat, SeatState::kPaying);
}

void Hall::on(const fact::PaymentDeclined& fact, Instant) {
    Visit& visit = visits_.at(fact.guest);
    visit.state = Visit::State::kHeld;
    visit.deadline = fact.deadline;
    hold_deadlines_.set(fact.guest, fact.deadline);
    for (const SeatIndex seat : fact.seats)
        set(seat, SeatState::kHeld);
}

void Hall::on(const fact::SeatsSold& fact, Instant) {
    for (const SeatIndex seat : fact.seats) {
        const auto before = owner(seat);
        ONSALE_ASSERT(!before || *before == fact.guest);
        ONSALE_ASSERT(state(seat) != SeatState::kSold && state(seat) != SeatState::kBlocked);
        returns_.erase(seat);
        owners_[seat] = fact.guest;
        set(seat, SeatState::kSold);
    }
    const auto found = visits_.find(fact.guest);
    if (found == visits_.end()) return;
    // A late sale does not affect a newer hold of the guest.
    const Seats& held = found->second.seats;
    if (!held.empty() && state(held.front()) == SeatState::kSold)
        end_hold(fact.guest, found->second);
}

void Hall::on(const fact::SeatsRefunded& fact, Instant) {
    for (const SeatIndex seat : fact.seats) {
        ONSALE_ASSERT(state(seat) == SeatState::kSold && owns(fact.guest, seat));
        owners_.erase(seat);
        ++fences_[seat.value];
        set(seat, SeatState::kReturned);
        if (fact.free_at) returns_.set(seat, *fact.free_at);
    }
}

void Hall::on(const fact::SeatsFreed& fact, Instant) {
    for (const SeatIndex seat : fact.seats) {
        ONSALE_ASSERT(state(seat) == SeatState::kReturned);
        returns_.erase(seat);
        set(seat, SeatState::kFree);
    }
}

void Hall::on(const fact::SeatsBlocked& fact, Instant) {
    const auto count = static_cast<std::uint32_t>(fact.seats.size());
    blocks_[++last_block_] = {fact.reason, fact.owner, count};
    for (const SeatIndex seat : fact.seats) {
        ONSALE_ASSERT(!owner(seat));
        unblock(seat);
        returns_.erase(seat);
        ++fences_[seat.value];
        set(seat, SeatState::kBlocked);
        block_of_[seat] = last_block_;
    }
}

void Hall::on(const fact::SeatsUnblocked& fact, Instant) {
    for (const SeatIndex seat : fact.seats) {
        unblock(seat);
        set(seat, SeatState::kFree);
    }
}

void Hall::on(const fact::RulesSet& fact, Instant) {
    rules_ = fact.rules;
}

void Hall::set(SeatIndex seat, SeatState to) {
    map_.set(seat, to);
    free_.set(seat, to == SeatState::kFree);
}

void Hall::give_back(Visit& visit, SeatIndex seat, Instant free_at, Instant now) {
    owners_.erase(seat);
    set(seat, SeatState::kReturned);
    returns_.set(seat, free_at);
    std::erase_if(visit.given_back, [&](const GivenBack& one) { return one.until <= now; });
    visit.given_back.push_back({seat, now + rules_.retake_after});
}

void Hall::end_hold(const GuestId& guest, Visit& visit) {
    visit.state = Visit::State::kNoHold;
    visit.seats.clear();
    hold_deadlines_.erase(guest);
    forget_at_.set(guest, needed_until(visit, rules_.retake_after));
}

void Hall::forget_visits(Instant now) {
    for (const GuestId& guest : forget_at_.due(now, kForgottenPerFact)) {
        forget_at_.erase(guest);
        visits_.erase(guest);
    }
}

void Hall::unblock(SeatIndex seat) {
    const auto found = block_of_.find(seat);
    if (found == block_of_.end()) return;
    const std::uint32_t block = found->second;
    block_of_.erase(found);
    if (--blocks_.at(block).seats == 0) blocks_.erase(block);
}

}  // namespace onsale::seat
