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
    // A busy lane collects guests for this time before the next call, or until a call is full.
    // After a pause the first guest is sent at once.
    std::chrono::milliseconds gather{2};
    // Guests per call: half of the limit of line_enter, so that other calls to Redis do not wait
    // too long.
    std::size_t batch_max = 500;
    // Maximum number of calls in flight. While Redis executes one, the answers of another are
    // delivered and the next is collected.
    std::size_t calls_max = 2;
    // Maximum number of waiting guests. More are rejected at once.
    std::size_t waiting_max = 16384;
    // Longest wait of a guest for a call. After that the guest is rejected.
    std::chrono::milliseconds wait_max{1000};
    // Interval between calls for a guest whom Redis cannot give a number at the moment: the block
    // of numbers is used up, or the lobby is being drawn. The guest is rejected after wait_max.
    std::chrono::milliseconds retry_after{10};
    // Timeout of a call, including the wait until our own view shows the result.
    std::chrono::milliseconds timeout{1000};
};

// Adds the guests of one event to the line, many per call, in the order of their arrival. Calls
// overlap but use one connection. Guests who arrive during a call go into the next one.
class JoinLane : public std::enable_shared_from_this<JoinLane> {
  public:
    JoinLane(boost::asio::io_context& loop, ScriptCaller& caller, ViewFeed& feed,
             waiting_room::EventId event, JoinConfig config);

    // Suspends until enough replicas have the outcome and our own view shows it.
    boost::asio::awaitable<waiting_room::EnterOutcome> enter(Joining joining);
    // Fails pending joins and rejects new ones.
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
    void start();
    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> call(Batch batch);
    boost::asio::awaitable<void> finish(Batch batch, Answer answer, Deadline deadline);
    // Returns the guests who can have no number at the moment to the front of the lane, and leaves
    // the others in the batch.
    void retry_later(Batch& batch, std::vector<waiting_room::EnterOutcome>& outcomes);
    boost::asio::awaitable<void> answer_all(Batch batch,
                                            std::vector<waiting_room::EnterOutcome> outcomes);
    void refuse(Batch batch);
    // True if there are too few guests to fill a call, or too many calls in flight.
    bool should_wait() const;
    // The guests for the next call. Those who have waited too long are rejected.
    Batch take_batch();

    boost::asio::io_context& loop_;
    ScriptCaller& caller_;
    ViewFeed& feed_;
    waiting_room::EventId event_;
    JoinConfig config_;
    std::vector<Waiting> waiting_;
    boost::asio::steady_timer gather_;
    Deadline next_call_{};
    Deadline retry_at_{};  // No call before this time: Redis had no numbers.
    std::size_t under_way_ = 0;
    bool running_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
