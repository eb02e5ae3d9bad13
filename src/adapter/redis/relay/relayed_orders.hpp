#pragma once

#include <chrono>
#include <utility>

#include "adapter/redis/hall/sale_feed.hpp"
#include "adapter/redis/lease/seat_leases.hpp"
#include "adapter/redis/relay/relay_handle.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/orders.hpp"

namespace onsale::redis {

struct OrdersConfig {
    std::chrono::milliseconds timeout{1000};  // For a call to Redis.
    // Longest wait for the leases on the seats. After that the work is done without them.
    std::chrono::milliseconds lease_wait{1000};
    // Longest wait until Redis and our own view have the store's decision. After that the caller is
    // answered anyway.
    std::chrono::milliseconds settle{500};
};

// Orders of the sale store for seats that are held in Redis. Redis stops the hold's deadline, then
// the store claims the seats. The store alone decides about a sale, before money moves. What does
// not concern the seats in Redis goes to the store as it is.
// Thread safety: one object per loop, used on that loop.
// REQUIRES: outlives its calls.
class RelayedOrders : public Handles<RelayedOrders, sale::Orders> {
  public:
    using Outcome = boost::asio::awaitable<sale::OrderOutcome>;

    struct Deps {
        sale::Orders& store;
        ScriptCaller& caller;
        SaleFeed& feed;
        const sale::SaleView& view;
        RelayHandle& relay;
        SeatLeases* leases = nullptr;  // Null: no other process works on seats.
    };
    RelayedOrders(Deps deps, OrdersConfig config) : deps_(deps), config_(config) {}

    using Handles::call;
    Outcome call(sale::command::RequestPayment request) override;
    Outcome call(sale::command::RecordPayment record) override;
    Outcome call(sale::command::CancelOrder cancel) override;
    Outcome call(sale::command::RecordRefund record) override;
    template <class Command>
    Call<Command> handle(Command command) {
        return deps_.store.call(std::move(command));
    }

  private:
    // Seats and their guest.
    struct Place {
        waiting_room::EventId event;
        std::string performance;
        GuestId guest;
        seat::Seats seats;
        Before before = Before::kHeld;  // State of the seats before the payment.
    };

    // Waits until Redis and our own view have the decision, or for the timeout.
    boost::asio::awaitable<void> settle(waiting_room::EventId event);
    Outcome follow(Outcome decided);
    // The store has rejected a payment that is being paid in Redis: undoes it there.
    boost::asio::awaitable<void> refused(Place place, sale::PayRefusal refusal);
    boost::asio::awaitable<void> stop_paying(Place place);
    boost::asio::awaitable<bool> is_paying(const Place& place);
    struct Known {
        payment::Order order;
        Place place;
    };
    // None: there is no such order, or its hall is not known here.
    boost::asio::awaitable<std::optional<Known>> look_up(payment::OrderCode order);
    // Leases on the seats during their lifetime; empty if they were not granted in time.
    boost::asio::awaitable<std::vector<Lease>> work_on(const Place& place);
    enum class Reclaimed : std::uint8_t { kPaying, kLost, kUnknown };
    boost::asio::awaitable<Reclaimed> reclaim(const Place& place);

    Deps deps_;
    OrdersConfig config_;
};

}  // namespace onsale::redis
