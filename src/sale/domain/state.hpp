#pragma once

#include <map>
#include <memory>

#include "base/bytes.hpp"
#include "base/yield_callback.hpp"
#include "payment/domain/order_book.hpp"
#include "payment/domain/order_time.hpp"
#include "sale/domain/bookings.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/halls.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::sale {

// The complete state of the writer, determined by the facts of all modules.
// Thread safety: none; one owner.
class State {
  public:
    void evolve(const Fact& fact, Instant now);

    const waiting_room::WaitingRoom& room() const { return room_; }
    const Halls& halls() const { return halls_; }
    const payment::OrderBook& orders() const { return orders_; }
    const Bookings& bookings() const { return bookings_; }
    // Never null: the defaults if nothing was set for the event.
    const std::shared_ptr<const SaleSettings>& settings(waiting_room::EventId event) const;
    const std::shared_ptr<const SaleLevers>& levers(waiting_room::EventId event) const;
    // The time of an event's line.
    Instant line_time(waiting_room::EventId event, Instant now) const;
    payment::OrderTime order_time(waiting_room::EventId event, Instant now) const {
        return {now, line_time(event, now)};
    }

    // The same state always gives the same bytes.
    void save(ByteWriter& out, const YieldCallback& yield = no_yield) const;
    // On invalid input `in` is not ok().
    static std::unique_ptr<State> load(ByteReader& in, const YieldCallback& yield = no_yield);

  private:
    friend class WorkingSet;  // Puts in and drops what is stored elsewhere.

    void evolve_order(const payment::Fact& fact, Instant now);
    void load_events(ByteReader& in);

    waiting_room::WaitingRoom room_;
    Halls halls_;
    payment::OrderBook orders_;
    Bookings bookings_;
    std::map<waiting_room::EventId, std::shared_ptr<const SaleSettings>> settings_;
    std::map<waiting_room::EventId, std::shared_ptr<const SaleLevers>> levers_;
};

}  // namespace onsale::sale
