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
    // Of a glance at the own view, which costs Redis nothing: whether numbers run out.
    std::chrono::milliseconds every{25};
    std::chrono::milliseconds busy{100};
    // Of a line that has answered, issued nothing since the last look and needs nothing.
    std::chrono::milliseconds at_rest{500};
    std::chrono::milliseconds timeout{500};
    std::chrono::milliseconds enlist_every{1000};  // At once when it is new.
    // Fewer left than this, or than half of a smaller block: there must be more.
    std::uint32_t block_low = 16384;
    // A block lasts so long at the pace of the last look, within what the relay allows.
    std::chrono::seconds block_lasts{8};
    // From when an archived event is on no list any more until its keys go: views have let it go.
    std::chrono::milliseconds remove_after{10000};
};

// Redis has lost all places of a line, and admission waits for those that come back.
struct PlacesAwaited {
    Instant until;
    std::uint64_t restored = 0;  // So many are back.
};

// What Redis says of a line.
struct LineReport {
    bool is_known = false;
    std::uint64_t applied = 0;               // The last change of the store that it has.
    std::uint64_t issued = 0;                // The last number.
    std::uint64_t block_end = 0;             // The last number that it may issue.
    std::uint32_t numbers = 0;               // Left in its block.
    bool is_other_server = false;            // Than the one that the block was handed to.
    std::optional<PlacesAwaited> awaited{};  // Also when that time is over.
};

// The answers to HMGET line:{E} of these fields and INFO server.
Command report_command(waiting_room::EventId event);
LineReport read_report(const Reply& fields, const Reply& info);

// Which process of a server it is, by its INFO: another one may have lost what the last one had.
std::string_view run_id(std::string_view info);

// Looks after the lines in Redis, in the process of the sale store: whether they know what the
// store has decided, after whatever failure, and have numbers to issue.
// Thread safety: none; on its client's loop.
class LineWatch : public std::enable_shared_from_this<LineWatch> {
  public:
    // `view`: the own view of the lines, if there is one.
    LineWatch(boost::asio::io_context& loop, LineCaller& caller, LineRelay& relay,
              WatchConfig config, const waiting_room::RoomView* view = nullptr);

    void start();
    // REQUIRES: before the relay goes.
    void close();

    // As of the last look; nothing: no place of the line was lost.
    std::optional<PlacesAwaited> awaited(waiting_room::EventId event) const;
    std::uint64_t blocks() const { return blocks_; }
    std::uint64_t told_again() const { return told_again_; }

  private:
    struct Watched {
        Deadline look_at{};
        Deadline looked_at{};
        std::uint64_t issued = 0;  // At the last look.
        std::uint64_t block_end = 0;
        std::uint32_t block = 0;       // Its size; 0: none was handed out by this process.
        std::uint32_t per_second = 0;  // Numbers issued, of late.
        std::optional<waiting_room::Lifecycle> listed_as{};  // When it was listed last.
        std::optional<PlacesAwaited> awaited{};
    };

    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> look(waiting_room::EventId event, bool enlist);
    // How many there must be at least, and how many there should be.
    std::uint32_t low_mark(const Watched& line) const;
    std::uint32_t next_block(const Watched& line) const;
    // By the own view, which is told of every join.
    bool runs_out(waiting_room::EventId event) const;
    // True: it has issued numbers since the last one.
    bool note(Watched& line, const LineReport& report) const;
    // True: nothing was to be done.
    bool act(waiting_room::EventId event, const LineReport& report);
    boost::asio::awaitable<void> enlist_event(waiting_room::EventId event);
    boost::asio::awaitable<void> strike_archived();
    boost::asio::awaitable<void> remove_struck();

    boost::asio::io_context& loop_;
    LineCaller& caller_;
    LineRelay& relay_;
    WatchConfig config_;
    boost::asio::steady_timer timer_;
    Deadline enlist_at_{};
    std::map<waiting_room::EventId, Watched> watched_;
    const waiting_room::RoomView* view_;
    std::map<waiting_room::EventId, Deadline> struck_;  // From when on its keys may go.
    std::set<waiting_room::EventId> removed_;
    std::uint64_t blocks_ = 0;
    std::uint64_t told_again_ = 0;
    bool closed_ = false;
};

}  // namespace onsale::redis
