#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/client/blocking_reader.hpp"
#include "adapter/redis/feed/lost_places.hpp"
#include "adapter/redis/feed/read_line.hpp"
#include "adapter/redis/feed/stream_entry.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::redis {

struct FeedConfig {
    // How long a read blocks without new entries. After that the feed checks that the line is
    // unchanged.
    std::chrono::milliseconds block{500};
    std::chrono::milliseconds read_timeout{1500};
    std::chrono::milliseconds start_timeout{5000};  // A line of a million guests is a megabyte.
    std::chrono::milliseconds retry{50};
    // Limited because an entry may contain a thousand joins, and the loop must serve others too.
    std::size_t entries_at_once = 16;
};

// State that feeds share with their owner. REQUIRES: outlives the feeds until they are closed.
struct FeedContext {
    using Told = std::function<void(waiting_room::EventId, const sale::Facts&, Instant)>;
    using Anew = std::function<void(waiting_room::EventId)>;

    boost::asio::io_context& loop;
    ScriptCaller& caller;
    waiting_room::RoomView& view;
    FeedConfig config;
    Told told{};  // Called after the view has applied the facts; includes facts of halls.
    // Called when the view was read again: other state built from facts must be rebuilt too.
    Anew anew{};
    // Outlives a feed, because an emptied server also loses the list of events.
    std::map<waiting_room::EventId, LostPlaces> lost{};
};

// Follows facts:{E} of one event. Every entry contains the id of the previous one, so a gap is
// always detected: a trimmed stream, a failover that lost entries and an emptied server all show as
// an entry that does not fit, or as a line that is behind its view. The view is then read again.
class EventFeed : public std::enable_shared_from_this<EventFeed> {
  public:
    EventFeed(FeedContext& context, waiting_room::EventId event);

    void start();
    void close();

    StreamId applied() const { return applied_; }
    bool is_loaded() const { return loaded_; }
    // When Redis last confirmed that the view is complete, or sent the missing entries.
    Deadline current_at() const { return current_at_; }
    // Suspends. Returns false after the deadline.
    boost::asio::awaitable<bool> wait_applied(StreamId id, Deadline deadline);

  private:
    struct Waiter {
        StreamId id;
        std::shared_ptr<boost::asio::steady_timer> until;
    };

    boost::asio::awaitable<void> run();
    // Each returns false if it failed and should be retried after a delay.
    boost::asio::awaitable<bool> start_anew();
    boost::asio::awaitable<bool> add_draw(LineAt& line);
    boost::asio::awaitable<bool> read_on();
    boost::asio::awaitable<bool> compare();
    boost::asio::awaitable<bool> read_wait();
    boost::asio::awaitable<void> rest();
    bool apply(const StreamEntry& entry);
    void moved_to(StreamId id);
    bool has_applied(StreamId id) const { return loaded_ && applied_ >= id; }

    FeedContext& context_;
    waiting_room::EventId event_;
    std::unique_ptr<BlockingReader> reader_;
    boost::asio::steady_timer rest_;
    StreamId applied_;
    bool loaded_ = false;
    bool closed_ = false;
    Deadline current_at_{};
    std::vector<Waiter> waiters_;
    std::shared_ptr<const waiting_room::Draw> draw_;  // The draw of the lobby, if there was one.
};

}  // namespace onsale::redis
