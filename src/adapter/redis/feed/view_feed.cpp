#include "adapter/redis/feed/view_feed.hpp"

#include <algorithm>

namespace onsale::redis {

using boost::asio::awaitable;
using std::chrono::milliseconds;
using waiting_room::EventId;

ViewFeed::~ViewFeed() {
    for (const auto& [event, feed] : feeds_)
        feed->close();
}

void ViewFeed::follow(EventId event) {
    auto& feed = feeds_[event];
    if (feed) return;
    feed = std::make_shared<EventFeed>(context_, event);
    feed->start();
}

void ViewFeed::follow_only(const std::vector<EventId>& events) {
    std::erase_if(feeds_, [&](const auto& one) {
        const bool is_gone = std::ranges::find(events, one.first) == events.end();
        if (is_gone) one.second->close();
        return is_gone;
    });
    for (const EventId event : events)
        follow(event);
}

StreamId ViewFeed::applied(EventId event) const {
    const auto found = feeds_.find(event);
    return found == feeds_.end() ? StreamId{} : found->second->applied();
}

awaitable<bool> ViewFeed::wait_applied(EventId event, StreamId id, Deadline deadline) {
    const auto found = feeds_.find(event);
    if (found == feeds_.end()) co_return false;
    co_return co_await found->second->wait_applied(id, deadline);
}

waiting_room::Standing ViewFeed::lost(EventId event, waiting_room::Number number) const {
    const auto found = context_.lost.find(event);
    return found == context_.lost.end() ? waiting_room::Standing::kNone
                                        : found->second.find(number);
}

std::optional<milliseconds> ViewFeed::age(EventId event, Deadline now) const {
    const auto found = feeds_.find(event);
    if (found == feeds_.end() || found->second->current_at() == Deadline{}) return std::nullopt;
    return std::chrono::duration_cast<milliseconds>(now - found->second->current_at());
}

std::optional<milliseconds> ViewFeed::age(Deadline now) const {
    milliseconds oldest{0};
    for (const auto& [event, feed] : feeds_) {
        const auto its = age(event, now);
        if (!its) return std::nullopt;
        oldest = std::max(oldest, *its);
    }
    return oldest;
}

}  // namespace onsale::redis
