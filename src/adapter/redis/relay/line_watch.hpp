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

#include "adapter/redis/relay/line_relay.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::redis {

struct WatchConfig {
    // Interval between checks of our own view for lines that run out of numbers. Costs Redis
    // nothing.
    std::chrono::milliseconds every{25};
    std::chrono::milliseconds busy{100};
    // Interval for a line that has answered, issued no number since the last look and needs
    // nothing.
    std::chrono::milliseconds at_rest{500};
    std::chrono::milliseconds timeout{500};
    std::chrono::milliseconds enlist_every{1000};  // A new event is listed at once.
    // Minimum of remaining numbers before the next block is sent; half a block if that is less.
    std::uint32_t block_low = 16384;
    // How long a block should last at the current pace, within the limits of the relay.
    std::chrono::seconds block_lasts{8};
    // Delay from the removal of an archived event from the lists to the deletion of its keys. By
    // then the views no longer follow it.
    std::chrono::milliseconds remove_after{10000};
};

// Redis has lost all places of a line, and admission waits until guests restore them.
struct PlacesAwaited {
    Instant until;
    std::uint64_t restored = 0;  // Number of places restored so far.
};

// The state of a line in Redis.
struct LineReport {
    bool is_known = false;
    std::uint64_t applied = 0;               // The last change of the store that was applied.
    std::uint64_t issued = 0;                // The last number issued.
    std::uint64_t block_end = 0;             // The last number that may be issued.
    std::uint32_t numbers = 0;               // Numbers left in the block.
    bool is_other_server = false;            // The server is not the one that got the block.
    std::optional<PlacesAwaited> awaited{};  // Also set after that time is over.
};

// The command for the fields, and the parser of the answers to it and to INFO server.
Command report_command(waiting_room::EventId event);
LineReport read_report(const Reply& fields, const Reply& info);

// Identifies the server process by its INFO. Another process may have lost the data of the last
// one.
std::string_view run_id(std::string_view info);

// Checks the lines in Redis, in the process with the sale store: that they have all decisions of
// the store, after any failure, and numbers to issue.
// Thread safety: none; used only on its client's loop.
class LineWatch : public std::enable_shared_from_this<LineWatch> {
  public:
    // `view` is our own view of the lines, or null.
    LineWatch(boost::asio::io_context& loop, ScriptCaller& caller, LineRelay& relay,
              WatchConfig config, const waiting_room::RoomView* view = nullptr);

    void start();
    // REQUIRES: called before the relay is destroyed.
    void close();

    // As of the last look. None if no place of the line was lost.
    std::optional<PlacesAwaited> awaited(waiting_room::EventId event) const;

  private:
    struct Watched {
        Deadline look_at{};
        Deadline looked_at{};
        std::uint64_t issued = 0;  // At the last look.
        std::uint64_t block_end = 0;
        std::uint32_t block = 0;       // Size of the last block; 0: this process has sent none.
        std::uint32_t per_second = 0;  // Current pace of issued numbers.
        // Lifecycle when the event was last listed.
        std::optional<waiting_room::Lifecycle> listed_as{};
        std::optional<PlacesAwaited> awaited{};
    };

    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> look(waiting_room::EventId event, bool enlist);
    // Minimum of remaining numbers, and size of the next block.
    std::uint32_t low_mark(const Watched& line) const;
    std::uint32_t next_block(const Watched& line) const;
    // Uses our own view, which receives every join.
    bool runs_out(waiting_room::EventId event) const;
    // Returns true if the line has issued numbers since the last look.
    bool note(Watched& line, const LineReport& report) const;
    // Returns true if there was nothing to do.
    bool act(waiting_room::EventId event, const LineReport& report);
    boost::asio::awaitable<void> enlist_event(waiting_room::EventId event);
    boost::asio::awaitable<void> strike_archived();
    boost::asio::awaitable<void> remove_struck();

    boost::asio::io_context& loop_;
    ScriptCaller& caller_;
    LineRelay& relay_;
    WatchConfig config_;
    boost::asio::steady_timer timer_;
    Deadline enlist_at_{};
    std::map<waiting_room::EventId, Watched> watched_;
    const waiting_room::RoomView* view_;
    std::map<waiting_room::EventId, Deadline> struck_;  // When the keys may be deleted.
    std::set<waiting_room::EventId> removed_;
    bool closed_ = false;
};

}  // namespace onsale::redis
