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
#include "adapter/redis/desk/number_allocator.hpp"
#include "base/sha256.hpp"

namespace onsale::redis {

struct RelayConfig {
    std::chrono::milliseconds call_timeout{1000};
    std::chrono::milliseconds retry{50};
    // More than a store decides in any time that Redis may be gone; beyond, the line is told anew.
    std::size_t calls_max = 4096;
    // Numbers handed out to a line at once: so many at first, and more as it issues faster.
    std::uint32_t first_block = 8192;
    std::uint32_t block = 65536;
    // How long admission waits for places to come back after Redis has lost all of them.
    std::chrono::milliseconds restore_wait{0};
    // So often a script may end in an error before the lane goes on without it: the watches find
    // what is missing then, while a line that is told nothing at all would stand still.
    std::size_t refusals_max = 100;
};

// A script's call, which may be repeated.
struct RelayCall {
    std::string_view script;
    std::vector<std::string> arguments;
    bool takes_numbers = false;  // Its arguments are a block, taken when it is its turn.
    std::string performance{};   // Of a hall's script.
    // Of a line_set that opens a shuffled sale: its lobby is drawn first, by this secret.
    std::optional<Sha256Digest> draws_by{};
    std::uint32_t numbers = 0;  // Of the block; 0: as many as at first.
};

// Brings what the store has decided about one event to Redis: one call after the other, each until
// it is answered, however long that takes.
class RelayLane : public std::enable_shared_from_this<RelayLane> {
  public:
    struct Parts {
        boost::asio::io_context& loop;
        LineCaller& caller;
        NumberDesk& desk;
    };
    RelayLane(Parts parts, waiting_room::EventId event, RelayConfig config);

    // False: too many wait already.
    bool add(RelayCall call);
    // Instead of everything that waits.
    void replace(std::vector<RelayCall> calls);
    void close();

    bool is_idle() const { return calls_.empty() && !sending_; }
    // Suspends until what has been added by now is in Redis, and says where in the stream; nothing:
    // not in time.
    boost::asio::awaitable<std::optional<StreamId>> settled(Deadline deadline);
    std::uint64_t failures() const { return failures_; }

  private:
    void start();
    boost::asio::awaitable<void> run();
    // One try.
    boost::asio::awaitable<bool> send(RelayCall& call);
    boost::asio::awaitable<bool> draw(RelayCall& call);
    // Whoever waits for what is done by now.
    void wake();

    Parts parts_;
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
    std::uint64_t done_ = 0;  // Of those added, also those that others took the place of.
    StreamId told_;
    std::uint64_t failures_ = 0;
    bool refused_ = false;  // The last call, by its script.
    bool sending_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
