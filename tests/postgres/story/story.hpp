#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "tests/postgres/order/order_process.hpp"
#include "tests/postgres/story/oracle.hpp"
#include "tests/support/chance.hpp"

namespace onsale::postgres {

struct StoryFailed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Random guests, providers, operators and deadlines. Each step is taken on the engine of one
// machine and on the rows, with the same time and the same random number: outcomes and contents
// must be equal. At last guests of both processes want the same seats at once.
class Story {
  public:
    // Empties the tables.
    Story(const OrderDatabase& database, std::uint64_t seed);

    // Throws StoryFailed.
    void play(int steps);
    void race();

    std::size_t paid() const { return paid_; }

  private:
    void step();
    void act(const OrderCommand& command);
    void pass_time();
    void compare();
    void rush();
    void race_with_late_payment(std::uint32_t name);
    void check_race() const;
    std::vector<sale::OrderOutcome> run_at_once(
        std::vector<std::pair<OrderProcess*, OrderCommand>> commands);
    void learn();
    void draw();
    template <class Value>
    Value await(boost::asio::awaitable<Value> call);
    sale::OrderOutcome run(OrderProcess& process, const OrderCommand& command);

    OrderCommand any_command();
    OrderCommand request();
    sale::command::RequestPayment wish(std::uint32_t name, const std::vector<std::uint32_t>& seats);
    OrderCommand on_order(const payment::Order& order);
    OrderCommand record(const payment::Order& order);
    OrderCommand refund(const payment::Order& order);
    payment::PaymentResult any_result(const payment::Order& order);
    std::optional<payment::CallKey> any_key();
    const payment::Order* any_order();

    const OrderDatabase& database_;
    test::Chance chance_;
    test::ManualTime time_;
    boost::asio::io_context loop_{1};
    Oracle oracle_;
    // The first process opens all orders, so that their ids are those of the engine.
    OrderProcess first_;
    OrderProcess second_;
    std::size_t paid_ = 0;
};

}  // namespace onsale::postgres
