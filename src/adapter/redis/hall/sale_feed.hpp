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
    std::chrono::milliseconds timeout{5000};  // For reading all halls of an event.
    std::chrono::milliseconds retry{50};
    // Maximum number of facts held back during a read. Beyond this the read starts again.
    std::size_t held_back_max = 65'536;
    // Shared by the loops of a process, so that each plan is read once.
    std::shared_ptr<PlanShelf> plans = std::make_shared<PlanShelf>();
};

// Keeps a loop's view of halls, prices and switches current. A ViewFeed follows the stream and
// passes the facts on. An event is read completely when its line starts over or a hall opens; until
// that is done the view keeps its previous state.
// Thread safety: none; used on one loop only.
class SaleFeed {
  public:
    // Called once per stream entry, whether or not its facts are in the view yet.
    using Observer = std::function<void(waiting_room::EventId, const sale::Facts&, Instant)>;
    // Called after a full read: anything rendered from the event's view is outdated.
    using Loaded = std::function<void(waiting_room::EventId)>;

    struct Deps {
        boost::asio::io_context& loop;
        ScriptCaller& caller;
        ViewFeed& feed;
        sale::SaleView& view;
        sale::BuyingCounts& counts;
    };
    SaleFeed(Deps deps, SaleFeedConfig config, Observer observer = {}, Loaded loaded = {});
    ~SaleFeed();
    SaleFeed(const SaleFeed&) = delete;
    SaleFeed& operator=(const SaleFeed&) = delete;

    // Callbacks for the feed's FeedContext::Told and Anew.
    // REQUIRES: the feed's applied() still returns the previous entry.
    void told(waiting_room::EventId event, const sale::Facts& facts, Instant now);
    void anew(waiting_room::EventId event);

    // True if the view shows the event up to the entry that the feed has applied.
    bool is_loaded(waiting_room::EventId event) const;
    // Suspends until the line's view and this one show the entry. Returns false after the deadline.
    boost::asio::awaitable<bool> wait_applied(waiting_room::EventId event, StreamId id,
                                              Deadline deadline);

    // State shared by the EventSales. The referenced deps outlive them.
    struct Context {
        Deps deps;
        SaleFeedConfig config;
        Loaded loaded;
    };

  private:
    EventSale& of(waiting_room::EventId event);

    std::shared_ptr<Context> context_;
    Observer observer_;
    std::map<waiting_room::EventId, std::shared_ptr<EventSale>> events_;
};

}  // namespace onsale::redis
