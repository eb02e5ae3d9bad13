#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/feed/view_feed.hpp"
#include "adapter/redis/script/enter_args.hpp"
#include "waiting_room/domain/command.hpp"

namespace onsale::redis {

struct JoinConfig {
    // A busy lane gathers so long before it calls again, or until a call is full; after a pause the
    // first guest goes at once.
    std::chrono::milliseconds gather{2};
    // Of a call: half of what line_enter takes, so that other calls to Redis wait only so long.
    std::size_t batch_max = 500;
    // Under way at once: while Redis works on one, its answers are told, and the next is gathered.
    std::size_t calls_max = 2;
    std::size_t waiting_max = 16384;  // Beyond, guests are refused at once.
    // Who has waited so long for the calls before it is refused instead.
    std::chrono::milliseconds wait_max{1000};
    // A call, until the own view shows it.
    std::chrono::milliseconds timeout{1000};
};

// Brings the guests of one event into the line, many by one call, in the order they came. Calls
// overlap, but go over one connection; whoever comes meanwhile is in the next.
class JoinLane : public std::enable_shared_from_this<JoinLane> {
  public:
    JoinLane(boost::asio::io_context& loop, LineCaller& caller, ViewFeed& feed,
             waiting_room::EventId event, JoinConfig config);

    // Suspends until the outcome is on enough replicas and in the own view.
    boost::asio::awaitable<waiting_room::EnterOutcome> enter(Joining joining);
    // Whoever waits is told; nobody is taken any more.
    void close();

  private:
    struct Waiting {
        Joining joining;
        Deadline refuse_at;
        std::move_only_function<void(waiting_room::EnterOutcome)> answer;
    };
    using Batch = std::vector<Waiting>;
    using Answer = Result<LineAnswer, CallError>;

    void add(Waiting waiting);
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> call(Batch batch);
    boost::asio::awaitable<void> finish(Batch batch, Answer answer, Deadline deadline);
    boost::asio::awaitable<void> answer_all(Batch batch,
                                            std::vector<waiting_room::EnterOutcome> outcomes);
    void refuse(Batch batch);
    // Not yet: too few to fill a call, or too many calls under way.
    bool should_wait() const;
    // The next in line for a call; those who have waited too long are refused.
    Batch take_batch();

    boost::asio::io_context& loop_;
    LineCaller& caller_;
    ViewFeed& feed_;
    waiting_room::EventId event_;
    JoinConfig config_;
    std::vector<Waiting> waiting_;
    boost::asio::steady_timer gather_;
    Deadline next_call_{};
    std::size_t under_way_ = 0;
    bool running_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
