#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/store/number_allocator.hpp"
#include "base/sha256.hpp"

namespace onsale::redis {

struct RelayConfig {
    std::chrono::milliseconds call_timeout{1000};
    std::chrono::milliseconds retry{50};
    // Maximum queue length: more than a store decides while Redis is down. Beyond it the whole line
    // is sent again.
    std::size_t calls_max = 4096;
    // Size of a block of numbers: the first, and the maximum for a line that issues faster.
    std::uint32_t first_block = 8192;
    std::uint32_t block = 65536;
    // How long admission waits for restored places after Redis has lost all of them.
    std::chrono::milliseconds restore_wait{0};
    // Maximum number of script errors for one call. After that the lane skips the call: the watches
    // detect what is missing, while a blocked lane would stop the whole line.
    std::size_t refusals_max = 100;
};

// A call of a script. It may be repeated.
struct RelayCall {
    std::string_view script;
    std::vector<std::string> arguments;
    // The arguments are a block of numbers, allocated when the call is sent.
    bool takes_numbers = false;
    std::string performance{};  // For a hall's script.
    // For a line_set that opens a shuffled sale: the lobby is drawn first, with this secret.
    std::optional<Sha256Digest> draws_by{};
    std::uint32_t numbers = 0;  // Size of the block; 0: the first block's.
};

// Applies the store's decisions about one event to Redis: one call after the other, each repeated
// until it is answered.
class RelayLane : public std::enable_shared_from_this<RelayLane> {
  public:
    struct Deps {
        boost::asio::io_context& loop;
        ScriptCaller& caller;
        NumberAllocator& numbers;
    };
    RelayLane(Deps deps, waiting_room::EventId event, RelayConfig config);

    // Returns false if the queue is full.
    bool add(RelayCall call);
    // Replaces all queued calls.
    void replace(std::vector<RelayCall> calls);
    void close();

    bool is_idle() const { return calls_.empty() && !sending_; }
    // Suspends until everything added so far is in Redis. Returns its stream entry; none after the
    // deadline.
    boost::asio::awaitable<std::optional<StreamId>> settled(Deadline deadline);
    std::uint64_t failures() const { return failures_; }

  private:
    void start();
    boost::asio::awaitable<void> run();
    // Makes one try.
    boost::asio::awaitable<bool> send(RelayCall& call);
    boost::asio::awaitable<bool> draw(RelayCall& call);
    // Wakes the waiters whose calls are done.
    void wake();

    Deps deps_;
    waiting_room::EventId event_;
    RelayConfig config_;
    std::deque<RelayCall> calls_;
    boost::asio::steady_timer rest_;
    struct Waiter {
        std::uint64_t for_call = 0;
        std::shared_ptr<boost::asio::steady_timer> until;
    };
    std::vector<Waiter> waiters_;
    std::uint64_t added_ = 0;
    std::uint64_t done_ = 0;  // Number of calls done, including replaced ones.
    StreamId told_;
    std::uint64_t failures_ = 0;
    bool refused_ = false;  // The last call failed with a script error.
    bool sending_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
