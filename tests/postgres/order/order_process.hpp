#pragma once

#include <memory>
#include <random>

#include "adapter/postgres/order/due_orders.hpp"
#include "adapter/postgres/order/postgres_orders.hpp"
#include "tests/postgres/order/order_database.hpp"
#include "tests/support/manual_time.hpp"

namespace onsale::postgres {

// A payment process, as far as it decides about orders. A test may have several on one database.
class OrderProcess {
  public:
    OrderProcess(boost::asio::io_context& loop, const TimeSource& time, std::uint64_t seed,
                 Config config, OrderConfig order_config = {})
        : client_(loop, with_settings(std::move(config))),
          engine_(seed),
          context_{.loop = loop,
                   .client = client_,
                   .events = events_,
                   .clock = SaleClock{time, {}},
                   .random = [this] { return next_random ? *next_random : engine_(); },
                   .zones = [](std::string_view, Instant) { return Duration{0}; },
                   .counters = counters,
                   .config = order_config,
                   .committed =
                       [this](const sale::Facts& facts) {
                           committed.insert(committed.end(), facts.begin(), facts.end());
                       }},
          lane_(std::make_shared<OrderLane>(context_)),
          orders_(context_, lane_),
          clock_(lane_),
          due_(context_) {}
    ~OrderProcess() { lane_->close(); }
    OrderProcess(const OrderProcess&) = delete;
    OrderProcess& operator=(const OrderProcess&) = delete;

    // Facts about events, which reach every process.
    void learn(const sale::Facts& facts, Instant at) {
        if (facts.empty()) return;
        ++change_;
        events_.apply(
            {.change = change_, .event = EventId{1}, .seq = change_, .at = at, .facts = facts});
    }

    sale::Orders& orders() { return orders_; }
    sale::OrderClock& order_clock() { return clock_; }
    OrderLane& lane() { return *lane_; }
    DueOrders& due() { return due_; }
    EventReplica& events() { return events_; }
    Client& client() { return client_; }
    // The timeout of batches from now on.
    void set_timeout(std::chrono::milliseconds timeout) { context_.config.timeout = timeout; }

    runtime::Counters counters;
    sale::Facts committed;
    std::optional<std::uint64_t> next_random;  // Instead of the process's own.

  private:
    static Config with_settings(Config config) {
        config.session_settings = kOrderSessions;
        return config;
    }

    Client client_;
    EventReplica events_;
    std::mt19937_64 engine_;
    OrderContext context_;
    std::shared_ptr<OrderLane> lane_;
    PostgresOrders orders_;
    PostgresOrderClock clock_;
    DueOrders due_;
    std::uint64_t change_ = 0;
};

}  // namespace onsale::postgres
