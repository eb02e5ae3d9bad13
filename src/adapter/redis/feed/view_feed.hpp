#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "adapter/redis/feed/event_feed.hpp"

namespace onsale::redis {

// Keeps a loop's view of all lines current, each from its own stream, so that a poll asks nobody.
// Thread safety: none; everything on one loop.
class ViewFeed {
  public:
    ViewFeed(boost::asio::io_context& loop, LineCaller& caller, waiting_room::RoomView& view,
             FeedConfig config, FeedContext::Told told = {}, FeedContext::Anew anew = {})
        : context_{loop, caller, view, config, std::move(told), std::move(anew)} {}
    ~ViewFeed();
    ViewFeed(const ViewFeed&) = delete;
    ViewFeed& operator=(const ViewFeed&) = delete;

    // From now on; the view knows the event as soon as Redis has told it. Twice is once.
    void follow(waiting_room::EventId event);
    // These and no others, as an EventDirectory tells them. Of the others the view keeps what it
    // knew last.
    void follow_only(const std::vector<waiting_room::EventId>& events);

    // The last entry that the view has applied.
    StreamId applied(waiting_room::EventId event) const;
    // Suspends. False: not in time, or nobody follows the event.
    boost::asio::awaitable<bool> wait_applied(waiting_room::EventId event, StreamId id,
                                              Deadline deadline);
    // How long ago the view was known to be current; at rest about the time that a read blocks.
    // Nothing: the event was never read.
    std::optional<std::chrono::milliseconds> age(waiting_room::EventId event, Deadline now) const;
    // The oldest of all; nothing as well while one of them was never read.
    std::optional<std::chrono::milliseconds> age(Deadline now) const;
    // What the view knew of a place that Redis has lost; kNone: nothing, or it is not lost.
    waiting_room::Standing lost(waiting_room::EventId event, waiting_room::Number number) const;
    const FeedFigures& figures() const { return context_.figures; }

  private:
    FeedContext context_;
    std::map<waiting_room::EventId, std::shared_ptr<EventFeed>> feeds_;
};

}  // namespace onsale::redis
