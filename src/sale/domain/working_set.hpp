#pragma once

#include <optional>

#include "sale/domain/state.hpp"

namespace onsale::sale {

// What a batch of commands needs of the orders, seats and sums that are stored in rows. The state
// has only the events; the working set brings in the rest, the rules run as they always do, and the
// destructor drops it all again, also what the rules added.
//
// Bring everything before the first command of the batch. What is not brought does not exist for
// the rules.
//
// Thread safety: none; one owner. A state has at most one working set at a time.
class WorkingSet {
  public:
    // REQUIRES: the state has no orders.
    explicit WorkingSet(State& state);
    ~WorkingSet();
    WorkingSet(const WorkingSet&) = delete;
    WorkingSet& operator=(const WorkingSet&) = delete;

    // Whether the state has the hall and the prices of the order. If not, it lacks facts of the
    // event, which were decided before the order was written.
    bool knows(const payment::Order& order) const;
    // Brings an order with the seats that it has: those being paid, or those sold and not refunded.
    // A declined or ended order has none. Bringing an order again changes nothing.
    // `number`: of its booking, if it is paid. REQUIRES: knows(order).
    void bring(payment::Order order, const std::optional<booking::BookingNumber>& number);
    // Brings the last turn of a seat: who has it now, or nobody. It may be brought before or after
    // the order that has the seat. REQUIRES: the state has the hall.
    void bring(HallId hall, const seat::StoredSeat& seat);
    // Brings the sum for one guest and performance; each sum once.
    void bring(const BoughtSeats& bought);
    // The id of the next order that a rule opens; the following ones count from there.
    void hand_out(payment::OrderId next);

    // Drops everything.
    void clear();

  private:
    void bring_seats(const payment::Order& order);

    State& state_;
};

}  // namespace onsale::sale
