#pragma once

#include <optional>

#include "sale/domain/state.hpp"

namespace onsale::sale {

// What a batch of commands needs of the orders, seats and sums that are stored in rows. The state
// has only the events; the working set brings in the rest, the rules run as they always do, and the
// destructor drops it all again, also what the rules added.
//
// Bring everything before the first command of the batch. What is not brought does not exist for
// the rules. A batch has each order and each guest once, so that what a command needs does not
// depend on the others. What the commands need:
//
//   RequestPayment    the guest's open orders of all performances; the order that a request with
//                     the same guest and call key made; the rows of the seats; the guest's sums of
//                     the event; hand_out()
//   HoldLonger        the guest's open orders
//   RecordPayment     the order. If the provider approved and the order is not being paid: the rows
//                     of its seats. If it has ended: also the guest's open orders and sums
//   all other commands that name an order: the order
//   BlockSeats, UnblockSeats, ReleaseReturned: the rows of the seats; without names, the rows of
//                     all seats of the hall that wait for an operator
//   decide_order_deadlines: the orders that are due by the sale's time (Order::due), or by line
//   time
//                     (Order::deadline while guests_turn())
//
// A row of a seat is its last turn: the fence, and whose the seat is if the row lives. Neither a
// hold nor a seat that is returned with a delay has a living row.
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
