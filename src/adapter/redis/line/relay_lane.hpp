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

#include "adapter/redis/line/line_caller.hpp"
#include "adapter/redis/line/number_desk.hpp"

namespace onsale::redis {

struct RelayConfig {
    std::chrono::milliseconds call_timeout{1000};
    std::chrono::milliseconds retry{50};
    // More than a store decides in any time that Redis may be gone; beyond, the line is told anew.
    std::size_t calls_max = 4096;
    std::uint32_t block = 65536;  // Numbers handed out to a line at once.
};

// A script's call, which may be repeated.
struct RelayCall {
    std::string_view script;
    std::vector<std::string> arguments;
    bool takes_numbers = false;  // Its arguments are a block, taken when it is its turn.
};

// Brings what the store has decided about one event to Redis: one call after the other, each until
// it is answered. It does not give up, as nothing may be left out.
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
    void wake();

    Parts parts_;
    waiting_room::EventId event_;
    RelayConfig config_;
    std::deque<RelayCall> calls_;
    boost::asio::steady_timer rest_;
    std::vector<std::shared_ptr<boost::asio::steady_timer>> waiters_;
    StreamId told_;
    std::uint64_t failures_ = 0;
    bool sending_ = false;
    bool closed_ = false;
};

}  // namespace onsale::redis
