#include "adapter/redis/relay/order_times.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace onsale::redis {

namespace asio = boost::asio;
using asio::awaitable;

namespace {

// Short, because the guest expects the new deadline immediately.
constexpr std::chrono::milliseconds kLookEvery{200};
// Smaller differences come from reading two clocks.
constexpr Duration kLater{500};
// Maximum number of declined orders checked per hall, earliest deadline first.
constexpr std::size_t kOrdersPerHall = 1000;

}  // namespace

void OrderTimes::start() {
    asio::co_spawn(
        deps_.loop, [self = shared_from_this()] { return self->run(); },
        [](const std::exception_ptr& error) {
            if (error) std::rethrow_exception(error);
        });
}

void OrderTimes::close() {
    closed_ = true;
    timer_.cancel();
}

awaitable<void> OrderTimes::run() {
    while (!closed_) {
        for (Longer& one : look()) {
            const auto outcome = co_await deps_.store.call(std::move(one.command));
            if (closed_) co_return;
            if (sale::must_come_again(outcome)) ends_.erase(one.hold);
        }
        timer_.expires_after(kLookEvery);
        (void)co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

std::vector<OrderTimes::Longer> OrderTimes::look() {
    std::map<Hold, Instant> ends;
    std::vector<Longer> longer;
    for (const auto& [id, hall] : deps_.relay.halls())
        look_at(id, hall, ends, longer);
    ends_ = std::move(ends);
    return longer;
}

// The only holds in the store's halls are those of declined orders.
void OrderTimes::look_at(sale::HallId id, const sale::OpenHall& hall, std::map<Hold, Instant>& ends,
                         std::vector<Longer>& longer) const {
    const auto* const line = deps_.lines.find(hall.event);
    const sale::HallView* const view = deps_.halls.find(id);
    if (line == nullptr || view == nullptr || line->clock().frozen()) return;
    const Instant now = deps_.now();
    for (const GuestId& guest : hall.seats.hold_deadlines().due(Instant::max(), kOrdersPerHall)) {
        const sale::HoldView* const hold = view->hold(guest);
        if (hold == nullptr || hold->paying) continue;
        const Duration left = hold->deadline - line->clock().at(now);
        const Hold key{id, guest};
        const auto known = ends_.find(key);
        const bool is_later = known == ends_.end() || now + left - known->second >= kLater;
        ends[key] = is_later ? now + left : known->second;
        if (is_later) longer.push_back({key, {hall.event, hall.performance, guest, left}});
    }
}

}  // namespace onsale::redis
