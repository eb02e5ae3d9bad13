#include "adapter/redis/hall/sale_feed.hpp"

#include "adapter/redis/hall/event_sale.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using waiting_room::EventId;

SaleFeed::SaleFeed(Deps deps, SaleFeedConfig config, Observer observer, Loaded loaded)
    : context_(std::make_shared<Context>(deps, std::move(config), std::move(loaded))),
      observer_(std::move(observer)) {}

SaleFeed::~SaleFeed() {
    for (const auto& [event, sale] : events_)
        sale->close();
}

EventSale& SaleFeed::of(EventId event) {
    auto& sale = events_[event];
    if (!sale) sale = std::make_shared<EventSale>(context_, event);
    return *sale;
}

void SaleFeed::told(EventId event, const sale::Facts& facts, Instant now) {
    of(event).told(context_->deps.feed.applied(event), facts);
    if (observer_) observer_(event, facts, now);
}

void SaleFeed::anew(EventId event) {
    of(event).read_anew();
}

bool SaleFeed::is_loaded(EventId event) const {
    const auto found = events_.find(event);
    return found != events_.end() && found->second->is_loaded();
}

awaitable<bool> SaleFeed::wait_applied(EventId event, StreamId id, Deadline deadline) {
    const auto context = context_;
    const auto found = events_.find(event);
    if (found == events_.end()) co_return false;
    const std::shared_ptr<EventSale> sale = found->second;
    if (!co_await context->deps.feed.wait_applied(event, id, deadline)) co_return false;
    co_return co_await sale->wait_loaded(deadline);
}

}  // namespace onsale::redis
