#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/feed/view_feed.hpp"
#include "adapter/redis/hall/plan_shelf.hpp"
#include "sale/domain/view/buying_counts.hpp"
#include "sale/domain/view/sale_view.hpp"

namespace onsale::redis {

class EventSale;

struct SaleFeedConfig {
    std::chrono::milliseconds timeout{5000};  // Of reading all halls of an event.
    std::chrono::milliseconds retry{50};
    // Facts that wait while halls are read. With more of them it is read once again.
    std::size_t held_back_max = 65'536;
    // Loops of a process share one, so that a plan is read once.
    std::shared_ptr<PlanShelf> plans = std::make_shared<PlanShelf>();
};

// Of all events of a loop, since its start.
struct SaleFeedFigures {
    std::uint64_t loads = 0;     // Of all halls of an event, the first time too.
    std::uint64_t failures = 0;  // Readings that came to nothing, and were tried again.
    std::uint64_t facts = 0;     // Applied one by one.
};

// Keeps a loop's view of halls, prices and switches current from the stream that a ViewFeed
// follows, which it is told by. An event is read whole when the line starts anew or a hall opens;
// until that is done the view answers with what it knew.
// Thread safety: none; everything on one loop.
class SaleFeed {
  public:
    // Each entry of a stream once, whether or not its facts are in the view yet.
    using Observer = std::function<void(waiting_room::EventId, const sale::Facts&, Instant)>;
    // What is rendered from the view of that event is out of date.
    using Loaded = std::function<void(waiting_room::EventId)>;

    struct Parts {
        boost::asio::io_context& loop;
        LineCaller& caller;
        ViewFeed& feed;
        sale::SaleView& view;
        sale::BuyingCounts& counts;
    };
    SaleFeed(Parts parts, SaleFeedConfig config, Observer observer = {}, Loaded loaded = {});
    ~SaleFeed();
    SaleFeed(const SaleFeed&) = delete;
    SaleFeed& operator=(const SaleFeed&) = delete;

    // The feed's FeedContext::Told and Anew.
    // REQUIRES: the feed's applied() still names the entry before.
    void told(waiting_room::EventId event, const sale::Facts& facts, Instant now);
    void anew(waiting_room::EventId event);

    // Whether the view shows the event as far as the feed has applied its stream.
    bool is_loaded(waiting_room::EventId event) const;
    // Suspends until the line's view and this one show the entry. False: not in time.
    boost::asio::awaitable<bool> wait_applied(waiting_room::EventId event, StreamId id,
                                              Deadline deadline);
    const SaleFeedFigures& figures() const { return context_->figures; }

    // What the events' readers share, and outlive nothing of.
    struct Context {
        Parts parts;
        SaleFeedConfig config;
        Loaded loaded;
        SaleFeedFigures figures{};
    };

  private:
    EventSale& of(waiting_room::EventId event);

    std::shared_ptr<Context> context_;
    Observer observer_;
    std::map<waiting_room::EventId, std::shared_ptr<EventSale>> events_;
};

}  // namespace onsale::redis
