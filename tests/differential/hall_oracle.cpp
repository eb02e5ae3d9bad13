#include "tests/differential/hall_oracle.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "sale/domain/rule/consequences.hpp"
#include "sale/domain/rule/hold_rules.hpp"
#include "sale/domain/rule/sale_target.hpp"
#include "seat/domain/hall_rules.hpp"
#include "waiting_room/domain/line/line_rules.hpp"

namespace onsale::differential {

using seat::HallError;
using seat::SeatState;

namespace {

Words refused(const std::string& word, const seat::Seats& seats = {}) {
    Words words{word};
    for (const seat::SeatIndex seat : seats)
        words.push_back(std::to_string(seat.value));
    return words;
}

Words refused(const sale::HoldRefusal& refusal) {
    if (refusal.error != sale::HoldError::kHall) return refused(word(refusal.error));
    // The script does not list the seats, because only the node knows which seats are accessible.
    if (refusal.hall.error == HallError::kTooManyAccessible)
        return refused(word(refusal.hall.error));
    return refused(word(refusal.hall.error), refusal.hall.seats);
}

std::string number(Instant instant) {
    return std::to_string(to_ms(instant));
}

}  // namespace

void HallOracle::set(Instant now, std::uint64_t random) {
    now_ = now;
    random_ = random;
}

sale::Facts HallOracle::take() {
    return std::exchange(facts_, {});
}

sale::Moment HallOracle::moment() const {
    static const sale::ZoneOffsets kNoZones = [](std::string_view, Instant) { return Duration{}; };
    return {{now_, now_}, random_, kNoZones};
}

void HallOracle::apply(const sale::Fact& fact) {
    const sale::Facts then = sale::follow(state_, fact, moment());
    state_.evolve(fact, now_);
    facts_.push_back(fact);
    for (const sale::Fact& next : then)
        apply(next);
}

void HallOracle::record(const sale::Facts& facts) {
    for (const sale::Fact& fact : facts)
        apply(fact);
    settle();
}

void HallOracle::record(sale::HallId hall, const seat::HallFacts& facts) {
    for (const seat::HallFact& fact : facts)
        apply(sale::fact::HallChanged{hall, fact});
    settle();
}

void HallOracle::settle() {
    for (const sale::Fact& fact : sale::follow_counts(state_, kEvent))
        apply(fact);
}

sale::Buyer HallOracle::buyer(const Visitor& visitor) const {
    return {kEvent, state_.halls().find(visitor.hall)->performance, visitor.guest,
            visitor.admission};
}

std::uint32_t HallOracle::bought(sale::HallId hall_id, const GuestId& guest) const {
    const seat::Hall& hall = this->hall(hall_id);
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < hall.seating().size(); ++i)
        if (hall.state({i}) == SeatState::kSold && hall.owns(guest, {i})) ++count;
    return count;
}

// The rule of seats_allowed, with bookings counted in the halls.
bool HallOracle::above_limit(const Visitor& visitor, std::size_t wanted) const {
    const sale::SaleSettings& settings = *state_.settings(kEvent);
    const waiting_room::Phase* const phase = line().phase();
    std::size_t in_event = wanted;
    for (const auto& [id, open] : state_.halls()) {
        in_event += bought(id, visitor.guest);
        const seat::Visit* const visit = open.seats.visit(visitor.guest, Instant::min());
        if (id != visitor.hall && visit != nullptr) in_event += visit->seats.size();
    }
    const auto above = [](std::size_t count, std::uint32_t max) { return max != 0 && count > max; };
    return above(in_event, settings.seats_per_guest) ||
           (phase != nullptr && above(in_event, phase->seats_per_guest)) ||
           above(wanted + bought(visitor.hall, visitor.guest), settings.seats_per_performance);
}

Words HallOracle::held(const seat::HeldSeats& held) const {
    Words words{"ok", number(held.deadline)};
    for (const seat::FencedSeat& one : held.seats)
        words.push_back(std::to_string(one.fence));
    return words;
}

Words HallOracle::select(const Visitor& visitor, const seat::Seats& seats) {
    sale::command::SelectSeats select{buyer(visitor), {}};
    for (const seat::SeatIndex seat : seats)
        select.seats.push_back(hall(visitor.hall).seating().id(seat));
    const auto decision = sale::decide(state_, select, moment());
    const bool new_hold = decision.outcome && !decision.facts.empty();
    const bool only_the_share =
        !decision.outcome && decision.outcome.error().error == sale::HoldError::kPhaseShareUsed;
    const std::size_t count = std::set<seat::SeatIndex>{seats.begin(), seats.end()}.size();
    if ((new_hold || only_the_share) && above_limit(visitor, count))
        return refused(word(sale::HoldError::kLimitReached));
    if (!decision.outcome) return refused(decision.outcome.error());
    record(decision.facts);
    return held(decision.outcome->seats);
}

Words HallOracle::release(const Visitor& visitor) {
    const auto decision =
        sale::decide(state_, sale::command::ReleaseSeats{buyer(visitor)}, moment());
    if (!decision.outcome) return refused(decision.outcome.error());
    record(decision.facts);
    return {"ok", std::to_string(*decision.outcome)};
}

Words HallOracle::extend(const Visitor& visitor, std::uint32_t which) {
    using waiting_room::PlaceError;
    const auto decision = waiting_room::decide(
        line(), waiting_room::command::Extend{kEvent, visitor.admission, visitor.guest, which});
    if (!decision.outcome) {
        const PlaceError error = decision.outcome.error();
        return {error == PlaceError::kNoExtensions     ? "no_extensions"
                : error == PlaceError::kExtensionsUsed ? "extensions_used"
                                                       : "not_admitted",
                "0"};
    }
    for (const waiting_room::FactBody& body : decision.facts)
        record({waiting_room::Fact{kEvent, body}});
    return {"ok", std::to_string(decision.outcome->value)};
}

Words HallOracle::pay(const Visitor& visitor) {
    const auto target = sale::find_target<sale::HoldError>(state_, buyer(visitor), now_);
    if (!target) return refused(word(target.error()));
    const auto decision =
        seat::decide(hall(visitor.hall), seat::command::StartPaying{visitor.guest}, line_now());
    if (!decision.outcome) return refused(word(decision.outcome.error().error));
    Words words{"ok", number(decision.outcome->deadline), number(line_now())};
    for (const seat::FencedSeat& one : decision.outcome->seats) {
        words.push_back(std::to_string(one.seat.value));
        words.push_back(std::to_string(one.fence));
    }
    record(visitor.hall, decision.facts);
    return words;
}

bool HallOracle::holds_exactly(const PromisedSeats& hold) const {
    const seat::Visit* const visit = hall(hold.hall).visit(hold.guest, line_now());
    return visit != nullptr && !visit->seats.empty() && visit->seats.size() == hold.seats.size() &&
           std::ranges::all_of(hold.seats, [&](const seat::FencedSeat& one) {
               return std::ranges::binary_search(visit->seats, one.seat) &&
                      (one.fence == 0 || hall(hold.hall).fence(one.seat) == one.fence);
           });
}

Words HallOracle::decline(const PromisedSeats& hold, Duration grace) {
    if (!holds_exactly(hold)) return refused("no_hold");
    const auto decision = seat::decide(
        hall(hold.hall), seat::command::DeclinePayment{hold.guest, line_now() + grace}, line_now());
    record(hold.hall, decision.facts);
    return {"ok", number(decision.outcome->deadline), decision.facts.empty() ? "0" : "1"};
}

Words HallOracle::decline_late(const PromisedSeats& hold) const {
    if (!holds_exactly(hold)) return refused("no_hold");
    const seat::Visit& visit = *hall(hold.hall).visit(hold.guest, line_now());
    if (visit.state != seat::Visit::State::kHeld) return refused("no_hold");
    return {"ok", number(visit.deadline), "0"};
}

Words HallOracle::end_payment(const PromisedSeats& hold) {
    if (!holds_exactly(hold)) return refused("no_hold");
    const auto decision = seat::decide(
        hall(hold.hall), seat::command::AbandonPayment{hold.guest, random_}, line_now());
    if (!decision.outcome) return refused(word(decision.outcome.error().error));
    const Instant deadline = hall(hold.hall).visit(hold.guest, line_now())->deadline;
    record(hold.hall, decision.facts);
    return {"ok", number(deadline), "1"};
}

Words HallOracle::end_hold(const PromisedSeats& hold) {
    if (!holds_exactly(hold)) return refused("no_hold");
    const auto decision =
        seat::decide(hall(hold.hall), seat::command::Release{hold.guest, random_}, line_now());
    if (!decision.outcome) return refused("no_hold");
    const Instant deadline = hall(hold.hall).visit(hold.guest, line_now())->deadline;
    record(hold.hall, decision.facts);
    return {"ok", number(deadline), "1"};
}

// A late sale is allowed under the same conditions as seat::command::Sell, but the seats become
// paying instead of sold.
Words HallOracle::reclaim(const PromisedSeats& promised) {
    const seat::Hall& hall = this->hall(promised.hall);
    seat::command::Sell sell{promised.guest, promised.seats};
    for (seat::FencedSeat& one : sell.seats)
        if (one.fence == 0) one.fence = hall.fence(one.seat);
    const auto sale = seat::decide(hall, sell, line_now());
    if (!sale.outcome)
        return sale.outcome.error().error == HallError::kWrongHold
                   ? refused("wrong_hold")
                   : refused("seat_lost", sale.outcome.error().seats);
    // Already sold to this guest with these fences. Sold seats are not paid for again.
    seat::Seats seats;
    for (const seat::FencedSeat& one : promised.seats)
        seats.push_back(one.seat);
    if (sale.facts.empty()) return refused("seat_lost", seats);
    const seat::Visit* const visit = hall.visit(promised.guest, line_now());
    const bool open = visit != nullptr && visit->state != seat::Visit::State::kNoHold;
    if (open && visit->seats != seats) return refused("wrong_hold");
    seat::HallFacts facts;
    if (!open) {
        seat::Seats back;
        std::ranges::copy_if(seats, std::back_inserter(back), [&](seat::SeatIndex seat) {
            return hall.state(seat) == SeatState::kReturned;
        });
        if (!back.empty()) facts.push_back(seat::fact::SeatsFreed{back});
        const seat::AdmissionKey admission =
            visit != nullptr ? visit->admission : seat::AdmissionKey{};
        const Instant deadline =
            visit != nullptr ? visit->deadline : line_now() + hall.rules().hold_ttl;
        facts.push_back(
            seat::fact::SeatsHeld{promised.guest, admission, deadline, seats, {}, line_now()});
    }
    if (!open || visit->state == seat::Visit::State::kHeld)
        facts.push_back(seat::fact::PayingStarted{promised.guest, seats});
    record(promised.hall, facts);
    Words words{"ok"};
    for (const seat::SeatIndex seat : seats)
        words.push_back(std::to_string(hall.fence(seat)));
    return words;
}

Words HallOracle::sweep(sale::HallId id, std::uint64_t random) {
    random_ = random;
    const sale::Facts due = sale::decide_hall_deadlines(state_, id, moment());
    record(due);
    const seat::Hall& hall = this->hall(id);
    Instant next = Instant::max();
    if (const auto& holds = hall.hold_deadlines().in_order(); !holds.empty())
        next = std::min(next, holds.begin()->first);
    if (const auto& returns = hall.returns().in_order(); !returns.empty())
        next = std::min(next, returns.begin()->first);
    return {"ok", next == Instant::max() ? "0" : number(next)};
}

}  // namespace onsale::differential
