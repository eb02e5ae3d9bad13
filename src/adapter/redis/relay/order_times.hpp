#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/redis/relay/hall_relay.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/order_clock.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::redis {

// Lets declined orders of the sale store last as long as their holds in Redis, which end later when
// the guest takes more time or when downtime is given back. Compares the two again and again
// instead of following facts, so that nothing is missed while the process is down.
// Thread safety: none; used only on the relay's loop.
class OrderTimes : public std::enable_shared_from_this<OrderTimes> {
  public:
    struct Deps {
        boost::asio::io_context& loop;
        sale::OrderClock& store;
        const HallRelay& relay;
        const waiting_room::RoomView& lines;  // State of the lines in Redis.
        const sale::SaleView& halls;          // State of the halls in Redis.
        std::function<Instant()> now;         // On the clock of the views.
    };
    explicit OrderTimes(Deps deps) : deps_(std::move(deps)), timer_(deps_.loop) {}

    void start();
    // REQUIRES: called before the relay is destroyed.
    void close();

  private:
    using Hold = std::pair<sale::HallId, GuestId>;
    struct Longer {
        Hold hold;
        sale::command::HoldLonger command;
    };

    boost::asio::awaitable<void> run();
    // The holds that end later than at the last look, or that are new.
    std::vector<Longer> look();
    void look_at(sale::HallId id, const sale::OpenHall& hall, std::map<Hold, Instant>& ends,
                 std::vector<Longer>& longer) const;

    Deps deps_;
    boost::asio::steady_timer timer_;
    std::map<Hold, Instant> ends_;  // When each hold ends, as of the last look.
    bool closed_ = false;
};

}  // namespace onsale::redis
