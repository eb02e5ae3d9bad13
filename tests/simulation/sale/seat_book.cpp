#include "tests/simulation/sale/seat_book.hpp"

#include <algorithm>

#include "tests/simulation/require.hpp"

namespace onsale::sim {

using seat::SeatState;
namespace fact = seat::fact;

std::set<std::uint32_t> as_set(const seat::Seats& seats) {
    std::set<std::uint32_t> values;
    for (const seat::SeatIndex seat : seats)
        values.insert(seat.value);
    return values;
}

bool gives_time(const fact::SeatsHeld& fact) {
    return fact.taken.empty() && fact.dropped.empty();
}

SeatBook::SeatBook(std::shared_ptr<const seat::Seating> seating, const seat::HallRules& rules)
    : seating_(std::move(seating)), rules_(rules), seats_(seating_->size()) {}

void SeatBook::apply(const seat::HallFact& fact, Instant now, bool released) {
    now_ = now;
    observe(now);
    released_ = released;
    std::visit([this](const auto& body) { on(body); }, fact);
}

const SeatBook::Visit* SeatBook::visit(const GuestId& guest) const {
    const auto found = visits_.find(guest);
    return found == visits_.end() ? nullptr : &found->second;
}

std::size_t SeatBook::held_by(const GuestId& guest) const {
    const Visit* const found = visit(guest);
    return found == nullptr ? 0 : found->seats.size();
}

bool SeatBook::is_paying(const GuestId& guest) const {
    const Visit* const found = visit(guest);
    return found != nullptr && found->paying;
}

bool SeatBook::has_bought(const GuestId& guest, std::uint32_t seat) const {
    return seats_[seat].state == SeatState::kSold && seats_[seat].owner == guest;
}

bool SeatBook::sold_out() const {
    return std::ranges::all_of(seats_, [](const Seat& seat) {
        return seat.state == SeatState::kSold || seat.state == SeatState::kBlocked;
    });
}

SeatBook::Visit& SeatBook::open_visit(const GuestId& guest, const char* what) {
    const auto found = visits_.find(guest);
    require(found != visits_.end() && !found->second.seats.empty(),
            std::string{what} + " without a hold");
    return found->second;
}

// Minimum time after the old deadline before a guest who returned seats may get a new deadline.
constexpr Duration kNewTime = std::chrono::minutes{10};

// The first hold of an admission sets the deadline. No change of the hold moves it.
void SeatBook::check_deadline(const fact::SeatsHeld& fact, const Visit* before) const {
    require(fact.deadline > now_, "seats were taken after the deadline");
    const bool goes_on =
        before != nullptr && (!before->seats.empty() || before->admission == fact.admission);
    const Instant fresh = now_ + rules_.hold_ttl;
    const bool holds = before != nullptr && !before->seats.empty();
    // The auditor knows the admission, which limits the end of the hold.
    const bool cut = !holds && fact.deadline == until_;
    if (goes_on && latest_ < before->deadline)
        require(fact.deadline == before->deadline || (cut && until_ < before->deadline),
                "a choice of seats moved its own deadline");
    else
        require(fact.deadline == fresh || (goes_on && fact.deadline == before->deadline) ||
                    (cut && (until_ < fresh || (goes_on && until_ < before->deadline))),
                "a hold has a deadline that no rule gives");
    require(holds || fact.deadline <= until_, "a hold beyond the time of its admission");
    require(!goes_on || fact.deadline <= before->deadline ||
                latest_ >= before->deadline + std::max<Duration>(rules_.retake_after, kNewTime),
            "the time to choose was over and seats were given all the same");
}

void SeatBook::check_party(const Visit& visit) const {
    require(visit.seats.size() <= rules_.seats_per_hold, "more seats than a hold may have");
    std::size_t accessible = 0;
    for (const std::uint32_t seat : visit.seats)
        accessible += seating_->accessible({seat}) ? 1 : 0;
    require(accessible <= rules_.accessible_per_hold, "more accessible seats than allowed");
}

// A hold that contains a companion seat must also contain its accessible seat, unless the guest has
// bought that one before.
void SeatBook::check_companions(const GuestId& guest, const Visit& visit) const {
    for (const std::uint32_t seat : visit.seats) {
        const auto place = seating_->companion_of({seat});
        require(!place || visit.seats.contains(place->value) || has_bought(guest, place->value),
                "a companion seat alone");
    }
}

void SeatBook::check_delay(Instant free_at) const {
    require(now_ <= free_at && free_at <= now_ + rules_.return_delay_max,
            "a seat comes back at a time the rules do not give");
}

void SeatBook::give_back(Visit& visit, std::uint32_t seat, Instant free_at) {
    seats_[seat].owner.reset();
    seats_[seat].state = SeatState::kReturned;
    seats_[seat].free_at = free_at;
    visit.seats.erase(seat);
    visit.given_back[seat] = now_ + rules_.retake_after;
}

// The auditor checks the duration, which depends on the admission.
void SeatBook::give_more_time(const fact::SeatsHeld& fact) {
    Visit& visit = open_visit(fact.guest, "more time");
    require(!visit.paying, "a payment was given more time");
    require(fact.admission == visit.admission, "more time under another admission");
    require(fact.deadline > visit.deadline, "more time that is none");
    visit.deadline = fact.deadline;
}

void SeatBook::on(const fact::SeatsHeld& fact) {
    if (gives_time(fact)) return give_more_time(fact);
    check_deadline(fact, visit(fact.guest));
    Visit& visit = visits_[fact.guest];
    require(!visit.paying, "seats changed while they were being paid");
    if (!fact.dropped.empty()) check_delay(fact.free_at);
    for (const std::uint32_t seat : as_set(fact.dropped)) {
        require(visit.seats.contains(seat), "gave up a seat it did not have: " + name(seat));
        give_back(visit, seat, fact.free_at);
    }
    for (const std::uint32_t value : as_set(fact.taken)) {
        Seat& seat = seats_[value];
        require(seat.state == SeatState::kFree, "took a seat that was not free: " + name(value));
        const auto again = visit.given_back.find(value);
        require(again == visit.given_back.end() || again->second <= latest_,
                "took back too soon what it gave back: " + name(value));
        ++seat.fence;
        seat.state = SeatState::kHeld;
        seat.owner = fact.guest;
        visit.seats.insert(value);
    }
    visit.admission = fact.admission;
    visit.deadline = fact.deadline;
    check_party(visit);
    check_companions(fact.guest, visit);
}

void SeatBook::on(const fact::HoldEnded& fact) {
    Visit& visit = open_visit(fact.guest, "a hold ended");
    require(as_set(fact.seats) == visit.seats, "a hold ended in part");
    check_delay(fact.free_at);
    switch (fact.reason) {
        case seat::HoldEnd::kExpired:
            require(!visit.paying, "a hold expired while it was being paid");
            require(visit.deadline <= now_, "a hold expired before its deadline");
            break;
        case seat::HoldEnd::kReleased:
            require(!visit.paying, "a hold was released while it was being paid");
            break;
        case seat::HoldEnd::kPaymentAbandoned:
            require(visit.paying, "a payment was abandoned that nobody had begun");
            break;
    }
    for (const std::uint32_t seat : as_set(fact.seats))
        give_back(visit, seat, fact.free_at);
    visit.paying = false;
}

void SeatBook::on(const fact::PayingStarted& fact) {
    Visit& visit = open_visit(fact.guest, "paying began");
    require(as_set(fact.seats) == visit.seats && !visit.paying, "paying began for other seats");
    require(visit.deadline > now_, "paying began after the deadline");
    visit.paying = true;
    for (const std::uint32_t seat : visit.seats)
        seats_[seat].state = SeatState::kPaying;
}

void SeatBook::on(const fact::PaymentDeclined& fact) {
    Visit& visit = open_visit(fact.guest, "a payment was declined");
    require(visit.paying && as_set(fact.seats) == visit.seats, "declined, but not these seats");
    constexpr Duration kGrace = std::chrono::minutes{3};
    require(fact.deadline >= visit.deadline && fact.deadline >= now_ + kGrace,
            "a declined payment left less than three minutes");
    visit.paying = false;
    visit.deadline = fact.deadline;
    for (const std::uint32_t seat : visit.seats)
        seats_[seat].state = SeatState::kHeld;
}

void SeatBook::on(const fact::SeatsSold& fact) {
    const std::set<std::uint32_t> sold = as_set(fact.seats);
    for (const std::uint32_t value : sold) {
        Seat& seat = seats_[value];
        const bool free = seat.state == SeatState::kFree || seat.state == SeatState::kReturned;
        const bool own = seat.state == SeatState::kHeld || seat.state == SeatState::kPaying;
        require(free || (own && seat.owner == fact.guest),
                "a seat was sold that somebody else has: " + name(value));
        seat.state = SeatState::kSold;
        seat.owner = fact.guest;
        seat.free_at.reset();
    }
    const auto found = visits_.find(fact.guest);
    if (found == visits_.end() || found->second.seats.empty()) return;
    Visit& visit = found->second;
    const bool whole = visit.seats == sold;
    const bool other =
        std::ranges::none_of(visit.seats, [&](std::uint32_t seat) { return sold.contains(seat); });
    require(whole || other, "a hold was sold in part");
    if (!whole) return;
    visit.seats.clear();
    visit.paying = false;
}

void SeatBook::on(const fact::SeatsRefunded& fact) {
    for (const std::uint32_t value : as_set(fact.seats)) {
        Seat& seat = seats_[value];
        require(seat.state == SeatState::kSold && seat.owner == fact.guest,
                "refunded a seat that was not the guest's: " + name(value));
        require(!fact.free_at || *fact.free_at >= now_, "a refunded seat was free before");
        ++seat.fence;
        seat.state = SeatState::kReturned;
        seat.owner.reset();
        seat.free_at = fact.free_at;
    }
}

void SeatBook::on(const fact::SeatsFreed& fact) {
    for (const std::uint32_t value : as_set(fact.seats)) {
        Seat& seat = seats_[value];
        require(seat.state == SeatState::kReturned, "freed what was not returned: " + name(value));
        require(released_ || (seat.free_at && *seat.free_at <= now_),
                "a returned seat was free too soon: " + name(value));
        seat.state = SeatState::kFree;
        seat.free_at.reset();
    }
}

void SeatBook::on(const fact::SeatsBlocked& fact) {
    for (const std::uint32_t value : as_set(fact.seats)) {
        Seat& seat = seats_[value];
        require(!seat.owner, "the house took somebody's seat: " + name(value));
        ++seat.fence;
        seat.state = SeatState::kBlocked;
        seat.free_at.reset();
    }
}

void SeatBook::on(const fact::SeatsUnblocked& fact) {
    for (const std::uint32_t value : as_set(fact.seats)) {
        require(seats_[value].state == SeatState::kBlocked, "not blocked: " + name(value));
        seats_[value].state = SeatState::kFree;
    }
}

void SeatBook::check_nothing_due(Instant now) const {
    for (const auto& [guest, visit] : visits_)
        require(visit.seats.empty() || visit.paying || visit.deadline > now,
                "a hold outlives its deadline");
    // A seat that was returned in this batch may be due in the next one.
    for (const Seat& seat : seats_)
        require(!seat.free_at || *seat.free_at >= now, "a returned seat is not free in time");
}

void SeatBook::check_same(const seat::Hall& hall, Instant now) const {
    require(hall.seating().size() == seats_.size(), "another hall");
    require(hall.rules() == rules_, "other rules of the hall");
    for (std::uint32_t value = 0; value < seats_.size(); ++value) {
        const Seat& seat = seats_[value];
        require(hall.state({value}) == seat.state, [&] {
            return "seat " + name(value) + " is in another state than the facts say: " +
                   std::to_string(static_cast<int>(hall.state({value})));
        });
        require(hall.owner({value}) == seat.owner, [&] { return name(value) + ": other owner"; });
        require(hall.fence({value}) == seat.fence, [&] { return name(value) + ": other fence"; });
    }
    for (const auto& [guest, visit] : visits_) {
        const seat::Visit* const found = hall.visit(guest, now);
        const bool open = found != nullptr && found->state != seat::Visit::State::kNoHold;
        require(open == !visit.seats.empty(), "somebody holds more or less than the facts say");
        if (!open) continue;
        require(as_set(found->seats) == visit.seats, "another hold");
        require((found->state == seat::Visit::State::kPaying) == visit.paying, "paying or not?");
        require(found->deadline == visit.deadline, "another deadline of a hold");
    }
}

}  // namespace onsale::sim
