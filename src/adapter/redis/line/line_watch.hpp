#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/line/line_relay.hpp"

namespace onsale::redis {

struct WatchConfig {
    std::chrono::milliseconds every{100};
    // Of a line that has answered, issued nothing since the last look and needs nothing.
    std::chrono::milliseconds at_rest{500};
    std::chrono::milliseconds timeout{500};
    std::chrono::milliseconds enlist_every{1000};  // At once when it is new.
    // Fewer left than this: more than a busy line issues before the next look, also the first one
    // after a rest.
    std::uint32_t block_low = 16384;
};

// What Redis says of a line.
struct LineReport {
    bool is_known = false;
    std::uint64_t applied = 0;     // The last change of the store that it has.
    std::uint64_t issued = 0;      // The last number.
    std::uint32_t numbers = 0;     // Left in its block.
    bool is_other_server = false;  // Than the one that the block was handed to.
};

// The answers to HMGET line:{E} and INFO server.
LineReport read_report(const Reply& fields, const Reply& info);

// Which process of a server it is, by its INFO: another one may have lost what the last one had.
std::string_view run_id(std::string_view info);

// Looks after the lines in Redis, in the process of the sale store: whether they know what the
// store has decided, after whatever failure, and have numbers to issue.
// Thread safety: none; on its client's loop.
class LineWatch : public std::enable_shared_from_this<LineWatch> {
  public:
    LineWatch(boost::asio::io_context& loop, LineCaller& caller, LineRelay& relay,
              WatchConfig config);

    void start();
    // REQUIRES: before the relay goes.
    void close();

    std::uint64_t blocks() const { return blocks_; }
    std::uint64_t told_again() const { return told_again_; }

  private:
    struct Watched {
        Deadline look_at{};
        std::uint64_t issued = 0;           // At the last look.
        std::optional<bool> took_guests{};  // When it was listed last.
    };

    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> look(waiting_room::EventId event, bool enlist);
    // True: nothing was to be done.
    bool act(waiting_room::EventId event, const LineReport& report);
    boost::asio::awaitable<void> enlist_event(waiting_room::EventId event);
    boost::asio::awaitable<void> strike_archived();

    boost::asio::io_context& loop_;
    LineCaller& caller_;
    LineRelay& relay_;
    WatchConfig config_;
    boost::asio::steady_timer timer_;
    Deadline enlist_at_{};
    std::map<waiting_room::EventId, Watched> watched_;
    std::set<waiting_room::EventId> struck_;
    std::uint64_t blocks_ = 0;
    std::uint64_t told_again_ = 0;
    bool closed_ = false;
};

}  // namespace onsale::redis
