#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/postgres/order/batch_runner.hpp"

namespace onsale::postgres {

// The commands about orders of one loop. While transactions are under way, commands gather for the
// next one. A batch has one command for each order and guest at most, and none for which another
// batch is under way.
// Thread safety: none; used only on its loop.
class OrderLane : public std::enable_shared_from_this<OrderLane> {
  public:
    explicit OrderLane(OrderContext& context) : context_(context), runner_(context) {}

    // Suspends until the outcome is durable.
    boost::asio::awaitable<sale::OrderOutcome> run(OrderCommand command);
    // Fails commands that wait, and rejects new ones.
    void close();

  private:
    struct Waiting {
        OrderCommand command;
        Deadline refuse_at;
        std::move_only_function<void(sale::OrderOutcome)> answer;
    };
    struct Batch {
        std::vector<Waiting> members;
        bool from_memory = false;
    };

    void add(Waiting waiting);
    void start_soon();
    void start();
    Batch take_batch();
    void refuse_late();
    boost::asio::awaitable<void> work(Batch batch);
    static void refuse(std::deque<Waiting> waiting);

    OrderContext& context_;
    BatchRunner runner_;
    std::deque<Waiting> waiting_;
    std::set<Subject> busy_;  // The subjects of batches under way.
    std::size_t under_way_ = 0;
    bool starts_soon_ = false;
    bool closed_ = false;
};

}  // namespace onsale::postgres
