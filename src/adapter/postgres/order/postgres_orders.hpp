#pragma once

#include <memory>
#include <utility>

#include "adapter/postgres/order/order_lane.hpp"
#include "adapter/postgres/order/order_queries.hpp"
#include "sale/port/order_clock.hpp"
#include "sale/port/orders.hpp"

namespace onsale::postgres {

// The port Orders on PostgreSQL: any number of processes, and none leads.
class PostgresOrders final : public Handles<PostgresOrders, sale::Orders> {
  public:
    PostgresOrders(OrderContext& context, std::shared_ptr<OrderLane> lane)
        : queries_(context), lane_(std::move(lane)) {}

    template <class Command>
    Call<Command> handle(Command command) {
        if constexpr (requires(OrderQueries& queries) { queries.answer(command); })
            return queries_.answer(std::move(command));
        else
            return lane_->run(std::move(command));
    }

  private:
    OrderQueries queries_;
    std::shared_ptr<OrderLane> lane_;
};

class PostgresOrderClock final : public Handles<PostgresOrderClock, sale::OrderClock> {
  public:
    explicit PostgresOrderClock(std::shared_ptr<OrderLane> lane) : lane_(std::move(lane)) {}

    Call<sale::command::HoldLonger> handle(sale::command::HoldLonger longer) {
        return lane_->run(std::move(longer));
    }

  private:
    std::shared_ptr<OrderLane> lane_;
};

}  // namespace onsale::postgres
