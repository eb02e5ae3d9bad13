#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/sale_clock.hpp"
#include "sale/advice/brake.hpp"
#include "sale/domain/view/sale_figures.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/sale_office.hpp"
#include "waiting_room/domain/room_view.hpp"

namespace onsale::sale {

// Slows the lines of events with `admission = "brake"` while their payments fail or are slow, and
// releases them again. It checks once a second. Its changes are facts in the journal and in the
// live numbers, but not acts of an operator.
// Thread safety: used on its loop; start() before it runs.
class BrakeDriver {
  public:
    // An attempt to change the brake of an event.
    struct Change {
        const std::string& event;  // The key.
        std::uint32_t before = 0;
        std::uint32_t per_second = 0;
        bool done = false;  // A change that failed is retried at the next check.
    };
    // Everything outlives the driver.
    struct Deps {
        boost::asio::io_context& loop;
        const SaleClock& clock;
        const waiting_room::RoomView& lines;
        const SaleView& sale;
        const SaleFigures& figures;
        SaleOffice& office;
        std::function<void(const Change&)> report;
    };

    explicit BrakeDriver(Deps deps) : deps_(std::move(deps)), timer_(deps_.loop) {}

    void start() { wait(); }
    void every_second();

  private:
    struct Event {
        Brake brake;
        bool asking = false;  // An event has at most one change in flight.
    };

    void wait();
    void look_at(waiting_room::EventId id, const waiting_room::LineView& line, Instant now);
    boost::asio::awaitable<void> set(waiting_room::EventId id, std::uint32_t per_second,
                                     std::uint32_t before);

    Deps deps_;
    boost::asio::steady_timer timer_;
    std::map<waiting_room::EventId, Event> events_;
};

}  // namespace onsale::sale
