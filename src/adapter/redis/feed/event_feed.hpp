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
    // A read waits so long for news; then it is asked whether the line is still the same one.
    std::chrono::milliseconds block{500};
    std::chrono::milliseconds read_timeout{1500};
    std::chrono::milliseconds start_timeout{5000};  // A line of a million is a megabyte.
    std::chrono::milliseconds retry{50};
    // An entry may hold a thousand joins, and the loop has others to serve.
    std::size_t entries_at_once = 16;
};

// Of all feeds of a loop, since its start.
struct FeedFigures {
    std::uint64_t entries = 0;
    std::uint64_t facts = 0;
    std::uint64_t resyncs = 0;   // Starts anew, the first of each event apart.
    std::uint64_t failures = 0;  // Reads without an answer, and lines that could not be read.
};

// What feeds share with their owner. REQUIRES: lives until they are closed.
struct FeedContext {
    using Told = std::function<void(waiting_room::EventId, const sale::Facts&, Instant)>;
    using Anew = std::function<void(waiting_room::EventId)>;

    boost::asio::io_context& loop;
    LineCaller& caller;
    waiting_room::RoomView& view;
    FeedConfig config;
    Told told{};  // After the view has applied them; facts of halls are among them.
    Anew anew{};  // The view has started anew: what else was built from facts must, too.
    FeedFigures figures{};
    // Kept beyond a feed: an emptied server has no list of events either.
    std::map<waiting_room::EventId, LostPlaces> lost{};
};

// Follows facts:{E} of one event. Every entry names the one before it, so that nothing can be
// missed unnoticed: a trimmed stream, a failover that lost entries and an emptied server all show
// as an entry that does not fit, or as a line that is behind its view. The view then starts anew.
class EventFeed : public std::enable_shared_from_this<EventFeed> {
  public:
    EventFeed(FeedContext& context, waiting_room::EventId event);

    void start();
    void close();

    StreamId applied() const { return applied_; }
    bool is_loaded() const { return loaded_; }
    // When Redis last confirmed that the view knows everything, or told it the rest.
    Deadline current_at() const { return current_at_; }
    // Suspends. False: not in time.
    boost::asio::awaitable<bool> wait_applied(StreamId id, Deadline deadline);

  private:
    struct Waiter {
        StreamId id;
        std::shared_ptr<boost::asio::steady_timer> until;
    };

    boost::asio::awaitable<void> run();
    // Each false when it got nowhere and should be tried again in a moment.
    boost::asio::awaitable<bool> start_anew();
    boost::asio::awaitable<bool> add_draw(LineAt& line);
    boost::asio::awaitable<bool> read_on();
    boost::asio::awaitable<bool> compare();
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
    std::shared_ptr<const waiting_room::Draw> draw_;  // Of the lobby, if there was one.
};

}  // namespace onsale::redis
