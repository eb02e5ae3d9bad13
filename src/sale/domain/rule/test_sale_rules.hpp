#pragma once

// Invariants for tests. A violation is described in words.

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "sale/domain/state.hpp"
#include "sale/domain/view/sale_view.hpp"

namespace onsale::sale {

using Problems = std::string;

// Rule 1: each seat has one state, has an owner exactly when its state requires one, and the counts
// match a recount, also by grade.
inline Problems check_halls(const State& state) {
    for (const auto& [id, open] : state.halls()) {
        const seat::Hall& hall = open.seats;
        seat::StateCounts recount;
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < hall.seating().size(); ++i) {
            const seat::SeatState now = hall.state({i});
            ++recount[now];
            const bool owned = now == seat::SeatState::kHeld || now == seat::SeatState::kPaying ||
                               now == seat::SeatState::kSold;
            if (hall.owner({i}).has_value() != owned) return "owner and state of a seat differ";
        }
        if (recount != hall.map().counts()) return "the counts are no recount";
        for (std::size_t i = 0; i < seat::kSeatStates; ++i)
            sum += recount[static_cast<seat::SeatState>(i)];
        if (sum != hall.seating().size()) return "the counts do not make the hall";
    }
    return {};
}

// A seat is in kPaying exactly for an order that is being paid, and in kSold exactly for a booking
// that kept it.
inline Problems check_owners(const State& state) {
    std::map<std::pair<HallId, std::uint32_t>, GuestId> paying;
    std::map<std::pair<HallId, std::uint32_t>, GuestId> sold;
    for (const payment::Order& order : state.orders().orders())
        for (const payment::QuoteLine& line : order.quote.lines) {
            const std::pair place{order.performance, line.chosen.seat.value};
            if (order.being_paid() && !paying.emplace(place, order.guest).second)
                return "a seat is being paid twice";
            if (order.booked && !order.refunded(line.chosen.seat)) {
                if (!sold.emplace(place, order.guest).second) return "a seat is sold twice";
                const seat::Hall& hall = state.halls().find(place.first)->seats;
                if (hall.fence({place.second}) != line.chosen.fence.value)
                    return "a sold seat has another fence than its order";
            }
        }
    for (const auto& [id, open] : state.halls())
        for (std::uint32_t i = 0; i < open.seats.seating().size(); ++i) {
            const auto as = [&](const auto& owners, seat::SeatState now) {
                const auto found = owners.find(std::pair{id, i});
                if (open.seats.state({i}) != now) return found == owners.end();
                return found != owners.end() && open.seats.owner({i}) == found->second;
            };
            if (!as(paying, seat::SeatState::kPaying)) return "paying seats and orders differ";
            if (!as(sold, seat::SeatState::kSold)) return "sold seats and bookings differ";
        }
    return {};
}

// Rule 5: each paid order has a booking, all other money is being refunded, and never more is
// refunded than was charged.
inline Problems check_money(const State& state) {
    std::map<std::pair<GuestId, payment::PerformanceId>, std::uint32_t> bought;
    for (const payment::Order& order : state.orders().orders()) {
        const bool paid = order.state == payment::OrderState::kPaid;
        if (paid != order.booked.has_value()) return "paid and booked differ";
        if (paid != (state.bookings().number_of(order.id) != nullptr))
            return "paid without a booking";
        for (std::uint8_t i = 0; i < order.charges.size(); ++i) {
            if (order.refundable({i}) < 0 || order.balance({i}) < 0)
                return "more was given back than came";
            const bool booked = order.booked && order.booked->value == i;
            const auto back = std::ranges::count_if(order.refunds, [&](const auto& refund) {
                return refund.charge.value == i && refund.quote.amount == order.charges[i].amount;
            });
            if (!booked && back != 1) return "money that bought nothing does not go back once";
        }
        for (const payment::QuoteLine& line : order.quote.lines)
            if (paid && !order.refunded(line.chosen.seat))
                ++bought[{order.guest, order.performance}];
    }
    for (const auto& [id, number] : state.bookings().numbers()) {
        if (state.bookings().find(number) != id) return "a booking number is not its order's";
        const payment::Order& order = *state.orders().find(id);
        if (state.bookings().seats_of(order.guest, order.performance) !=
            bought[{order.guest, order.performance}])
            return "the seats a guest has bought are no recount";
    }
    return {};
}

// The `keep` of each admission matches the guest's activity.
inline Problems check_admissions(const State& state, Instant now) {
    for (const auto& [event, line] : state.room())
        for (const auto& [number, admission] : line->ledger()) {
            auto keep = waiting_room::Keep::kNot;
            for (const HallId id : state.halls().of(event)) {
                const seat::Visit* const visit = state.halls().find(id)->seats.visit(
                    line->guest_of(number), state.line_time(event, now));
                // A payment started under an earlier admission does not keep this one.
                const auto key = waiting_room::admission_id(number, admission.attempt);
                if (visit == nullptr || visit->admission.value != key.value) continue;
                if (visit->state == seat::Visit::State::kHeld)
                    keep = std::max(keep, waiting_room::Keep::kBySeats);
                if (visit->state == seat::Visit::State::kPaying)
                    keep = std::max(keep, waiting_room::Keep::kByPayment);
                if (visit->state == seat::Visit::State::kHeld &&
                    admission.deadline < visit->deadline)
                    return "an admission ends before its hold";
            }
            if (admission.keep != keep) return "an admission is not kept by what its guest does";
        }
    return {};
}

inline Problems check_all(const State& state, Instant now) {
    for (Problems problems : {check_halls(state), check_owners(state), check_money(state),
                              check_admissions(state, now)})
        if (!problems.empty()) return problems;
    for (const auto& [event, line] : state.room())
        if (line->sold_out() != state.halls().sold_out(event)) return "sold out or not?";
    return {};
}

// The difference between two views, except for versions of holds, which only restarts change.
inline Problems difference(const SaleView& left, const SaleView& right,
                           waiting_room::EventId event) {
    if (left.settings(event) != right.settings(event)) return "settings";
    if (left.levers(event) != right.levers(event)) return "levers";
    const payment::Terms* const terms = left.terms(event);
    if ((terms == nullptr) != (right.terms(event) == nullptr)) return "having terms";
    if (terms != nullptr && *terms != *right.terms(event)) return "terms";
    if (left.counts(event) != right.counts(event)) return "counts";
    if (std::distance(left.begin(), left.end()) != std::distance(right.begin(), right.end()))
        return "halls";
    for (const auto& [id, hall] : left) {
        const HallView* const other = right.find(id);
        if (other == nullptr || right.find(event, hall->performance()) != other) return "keys";
        if (!std::ranges::equal(hall->map().states(), other->map().states())) return "seats";
        if (hall->map().version() != other->map().version()) return "versions";
        if (hall->rules() != other->rules()) return "rules";
        if (hall->plan() != other->plan()) return "plans";
    }
    return {};
}

inline Problems difference(const HoldView* left, const HoldView* right) {
    if ((left == nullptr) != (right == nullptr)) return "having a hold";
    if (left == nullptr) return {};
    if (left->seats != right->seats) return "the seats of a hold";
    if (left->paying != right->paying) return "paying";
    if (!left->paying && left->deadline != right->deadline) return "the deadline of a hold";
    return {};
}

}  // namespace onsale::sale
