#include "sale/domain/working_set.hpp"

#include <utility>

#include "base/assert.hpp"

namespace onsale::sale {

using payment::Order;
using payment::OrderState;

WorkingSet::WorkingSet(State& state) : state_(state) {
    ONSALE_ASSERT(state.orders().size() == 0);
}

WorkingSet::~WorkingSet() {
    clear();
}

bool WorkingSet::knows(const Order& order) const {
    return state_.halls_.find(order.performance) != nullptr &&
           order.terms <= state_.orders_.terms_version(order.event);
}

void WorkingSet::bring(Order order, const std::optional<booking::BookingNumber>& number) {
    ONSALE_ASSERT(knows(order));
    if (state_.orders_.find(order.id) != nullptr) return;
    bring_seats(order);
    if (number) state_.bookings_.put(*number, order);
    state_.orders_.put(std::move(order));
}

void WorkingSet::bring(HallId hall, const seat::StoredSeat& seat) {
    seat::Hall& seats = state_.halls_.seats(hall);
    const seat::Fence known = seats.fence(seat.seat);
    // An order says the same of its seats, and also who its guest is.
    if (seat.fence < known || (seat.fence == known && seats.owner(seat.seat))) return;
    seats.put_seat(seat);
}

void WorkingSet::bring(const BoughtSeats& bought) {
    state_.bookings_.put_bought(bought);
}

void WorkingSet::hand_out(payment::OrderId next) {
    state_.orders_.hand_out(next);
}

void WorkingSet::clear() {
    while (state_.orders_.size() != 0)
        state_.orders_.drop((*state_.orders_.orders().begin()).id);
    state_.bookings_ = {};
    state_.halls_.clear_seats();
}

void WorkingSet::bring_seats(const Order& order) {
    const bool paid = order.state == OrderState::kPaid;
    if (!paid && !order.being_paid()) return;
    seat::Hall& hall = state_.halls_.seats(order.performance);
    seat::Seats paying;
    for (const payment::QuoteLine& line : order.quote.lines) {
        const seat::SeatIndex seat = line.chosen.seat;
        if (paid && order.refunded(seat)) continue;
        const auto fence = static_cast<seat::Fence>(line.chosen.fence.value);
        // A row of a later turn means that the order is not the newest one; see bring(HallId).
        if (fence < hall.fence(seat)) continue;
        hall.put_seat(
            {seat, paid ? seat::SeatState::kSold : seat::SeatState::kPaying, fence, order.guest});
        paying.push_back(seat);
    }
    if (!paid) hall.put_paying(order.guest, std::move(paying), order.hold_until);
}

}  // namespace onsale::sale
