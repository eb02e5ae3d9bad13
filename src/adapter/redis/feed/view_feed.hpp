#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "adapter/redis/feed/event_feed.hpp"

namespace onsale::redis {

// Keeps a loop's view of all lines current, each from its own stream, so that a poll needs no call.
// Thread safety: none; used on one loop only.
class ViewFeed {
  public:
    ViewFeed(boost::asio::io_context& loop, ScriptCaller& caller, waiting_room::RoomView& view,
             FeedConfig config, FeedContext::Told told = {}, FeedContext::Anew anew = {})
        : context_{loop, caller, view, config, std::move(told), std::move(anew)} {}
    ~ViewFeed();
    ViewFeed(const ViewFeed&) = delete;
    ViewFeed& operator=(const ViewFeed&) = delete;

    // Follows the event from now on. The view knows the event after the first read. A second call
    // has no effect.
    void follow(waiting_room::EventId event);
    // Follows these events and no others, as reported by an EventDirectory. The view keeps its last
    // state of the others.
    void follow_only(const std::vector<waiting_room::EventId>& events);

    // The last stream entry that the view has applied.
    StreamId applied(waiting_room::EventId event) const;
    // Suspends. Returns false after the deadline, or if the event is not followed.
    boost::asio::awaitable<bool> wait_applied(waiting_room::EventId event, StreamId id,
                                              Deadline deadline);
    // Time since the view was last known to be current. While idle it is about the blocking time of
    // a read. None if the event was never read.
    std::optional<std::chrono::milliseconds> age(waiting_room::EventId event, Deadline now) const;
    // The maximum over all events. None if one of them was never read.
    std::optional<std::chrono::milliseconds> age(Deadline now) const;
    // The last known standing of a place that Redis has lost; kNone if unknown or not lost.
    waiting_room::Standing lost(waiting_room::EventId event, waiting_room::Number number) const;

  private:
    FeedContext context_;
    std::map<waiting_room::EventId, std::shared_ptr<EventFeed>> feeds_;
};

}  // namespace onsale::redis
