#include "sale/domain/rule/hold_rules.hpp"

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "payment/domain/rule/order_rules.hpp"
#include "sale/domain/rule/affordable.hpp"
#include "sale/domain/rule/sale_target.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::sale {
namespace {

HoldRefusal refusal(HoldError error) {
    return {.error = error};
}

HoldRefusal refusal(seat::HallRefusal hall) {
    return {.error = HoldError::kHall, .hall = std::move(hall)};
}

Facts hall_facts(HallId hall, seat::HallFacts changes) {
    Facts facts;
    for (seat::HallFact& change : changes)
        facts.push_back(fact::HallChanged{hall, std::move(change)});
    return facts;
}

// Whether `wanted` more seats would exceed the phase's share of the event's seats.
bool share_used_up(const State& state, const SaleTarget& target, const GuestId& guest,
                   std::size_t wanted) {
    const waiting_room::Phase* const phase = target.line.phase();
    if (phase == nullptr || phase->seat_share_percent >= 100) return false;
    std::uint64_t total = 0;
    std::uint64_t taken = wanted;
    for (const HallId id : state.halls().of(target.line.id())) {
        const seat::SeatMap& map = state.halls().find(id)->seats.map();
        total += map.seating().size();
        for (const auto gone :
             {seat::SeatState::kHeld, seat::SeatState::kPaying, seat::SeatState::kSold})
            taken += map.counts()[gone];
    }
    if (const seat::Visit* const visit = target.hall.seats.visit(guest, target.line_now))
        taken -= visit->seats.size();
    return taken * 100 > total * phase->seat_share_percent;
}

// Checks the operator's levers and the guest's seat limits.
std::optional<HoldRefusal> not_for_sale(const State& state, const SaleTarget& target,
                                        const Buyer& buyer, const seat::HeldSeats& held) {
    const SaleLevers& levers = *state.levers(buyer.event);
    if (levers.holds_stopped) return refusal(HoldError::kHoldsStopped);
    const seat::Seating& seating = target.hall.seats.seating();
    HoldRefusal stopped = refusal(HoldError::kSectionStopped);
    for (const std::string& id : levers.sections_stopped)
        if (const auto section = seating.find_section(id))
            for (const seat::FencedSeat& one : held.seats)
                if (seating.section(one.seat) == *section) stopped.hall.seats.push_back(one.seat);
    if (!stopped.hall.seats.empty()) return stopped;
    const auto allowed = seats_allowed(state, buyer.event, target.id, buyer.guest);
    if (allowed && held.seats.size() > *allowed) return refusal(HoldError::kLimitReached);
    if (share_used_up(state, target, buyer.guest, held.seats.size()))
        return refusal(HoldError::kPhaseShareUsed);
    return std::nullopt;
}

Decision<HoldOutcome> held(const State& state, const SaleTarget& target, const Buyer& buyer,
                           seat::HoldDecision decided) {
    if (!decided.outcome) return {fail(refusal(std::move(decided.outcome.error()))), {}};
    // A repetition of the same hold is not a new one.
    if (!decided.facts.empty())
        if (auto refused = not_for_sale(state, target, buyer, *decided.outcome))
            return {fail(std::move(*refused)), {}};
    return {Held{target.id, std::move(*decided.outcome)},
            hall_facts(target.id, std::move(decided.facts))};
}

seat::AdmissionKey key_of(const Buyer& buyer) {
    return {buyer.admission.value};
}

// Successive holds extend an admission by at most one `hold_ttl` beyond its own end. A hold that
// begins later ends at that limit or is rejected.
Instant holds_until(const SaleTarget& target, const Buyer& buyer) {
    const auto& admission = *target.line.ledger().find(number_of(buyer.admission));
    return admission.own_end + target.hall.seats.rules().hold_ttl;
}

}  // namespace

std::optional<std::uint32_t> seats_allowed(const State& state, waiting_room::EventId event,
                                           HallId hall, const GuestId& guest) {
    const SaleSettings& settings = *state.settings(event);
    const waiting_room::Phase* const phase = state.room().find(event)->phase();
    std::optional<std::uint32_t> allowed;
    const auto limit = [&](std::uint32_t at_most, std::uint32_t bought) {
        if (at_most == 0) return;
        const std::uint32_t left = at_most - std::min(at_most, bought);
        allowed = allowed ? std::min(*allowed, left) : left;
    };
    // Seats held in the event's other halls count as bought.
    std::uint32_t elsewhere = 0;
    for (const HallId id : state.halls().of(event)) {
        const OpenHall& other = *state.halls().find(id);
        const seat::Visit* const visit =
            id == hall ? nullptr : other.seats.visit(guest, Instant::min());
        if (visit != nullptr) elsewhere += static_cast<std::uint32_t>(visit->seats.size());
    }
    const std::uint32_t in_event = state.bookings().seats_of(guest, event) + elsewhere;
    limit(settings.seats_per_guest, in_event);
    limit(settings.seats_per_performance, state.bookings().seats_of(guest, hall));
    if (phase != nullptr) limit(phase->seats_per_guest, in_event);
    return allowed;
}

Decision<HoldOutcome> decide(const State& state, const command::SelectSeats& select,
                             const Moment& moment) {
    const auto target = find_target<HoldError>(state, select.buyer, moment.now());
    if (!target) return {fail(refusal(target.error())), {}};
    const seat::Seating& seating = target->hall.seats.seating();
    seat::Seats seats;
    HoldRefusal unknown = refusal(seat::HallRefusal{seat::HallError::kUnknownSeat, {}, {}});
    for (const std::string& id : select.seats) {
        if (const auto seat = seating.find(id))
            seats.push_back(*seat);
        else
            unknown.unknown_seats.push_back(id);
    }
    if (!unknown.unknown_seats.empty()) return {fail(std::move(unknown)), {}};
    return held(state, *target, select.buyer,
                seat::decide(target->hall.seats,
                             seat::command::Select{select.buyer.guest, key_of(select.buyer),
                                                   std::move(seats), moment.random,
                                                   holds_until(*target, select.buyer)},
                             target->line_now));
}

Decision<HoldOutcome> decide(const State& state, const command::SelectBest& select,
                             const Moment& moment) {
    const auto target = find_target<HoldError>(state, select.buyer, moment.now());
    if (!target) return {fail(refusal(target.error())), {}};
    seat::Wish wish = select.wish;
    if (select.price_max)
        wish.grades &= affordable(state.orders().terms(select.buyer.event),
                                  target->hall.seats.seating(), *select.price_max);
    for (const std::string& id : state.levers(select.buyer.event)->sections_stopped)
        if (const auto section = target->hall.seats.seating().find_section(id))
            wish.not_in.push_back(*section);
    return held(
        state, *target, select.buyer,
        seat::decide(target->hall.seats,
                     seat::command::SelectBest{select.buyer.guest, key_of(select.buyer), wish,
                                               moment.random, holds_until(*target, select.buyer)},
                     target->line_now));
}

Decision<ReleaseOutcome> decide(const State& state, const command::ReleaseSeats& release,
                                const Moment& moment) {
    const auto target = find_target<HoldError>(state, release.buyer, moment.now());
    if (!target) return {fail(refusal(target.error())), {}};
    const GuestId& guest = release.buyer.guest;
    auto decided = seat::decide(target->hall.seats, seat::command::Release{guest, moment.random},
                                target->line_now);
    if (!decided.outcome) return {fail(refusal(std::move(decided.outcome.error()))), {}};
    // A declined order has nothing left to pay for. Ending it returns the seats.
    const payment::Order* const order = state.orders().open_order(guest, target->id);
    if (order == nullptr)
        return {*decided.outcome, hall_facts(target->id, std::move(decided.facts))};
    auto cancelled = payment::decide(
        state.orders(), payment::command::CancelOrder{.order = order->id, .guest = guest},
        state.order_time(release.buyer.event, moment.now()));
    Facts facts;
    for (payment::Fact& fact : cancelled.facts)
        facts.push_back(std::move(fact));
    return {*decided.outcome, std::move(facts)};
}

Facts decide_hall_deadlines(const State& state, HallId id, const Moment& moment) {
    const OpenHall* const hall = state.halls().find(id);
    ONSALE_ASSERT(hall != nullptr);
    const Instant line_now = state.line_time(hall->event, moment.now());
    return hall_facts(id, seat::decide_deadlines(hall->seats, line_now, moment.random));
}

}  // namespace onsale::sale
