#pragma once

#include <cstdint>
#include <map>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "sale/advice/brake.hpp"

namespace onsale::program {

// Slows the lines of events with `admission = "brake"` while their payments fail or are slow, and
// releases them again. It checks once a second. Its changes are facts in the journal and in the
// live numbers, but not acts of an operator.
// Thread safety: used on the admin loop; start() before it runs.
class BrakeDriver {
  public:
    explicit BrakeDriver(http::LoopContext& context) : context_(context), timer_(context.loop) {}

    void start() { wait(); }
    void every_second();

  private:
    struct Event {
        sale::Brake brake;
        bool asking = false;  // An event has at most one change in flight.
    };

    void wait();
    void look_at(waiting_room::EventId id, const waiting_room::LineView& line, Instant now);
    boost::asio::awaitable<void> set(waiting_room::EventId id, std::uint32_t per_second,
                                     std::uint32_t before);

    http::LoopContext& context_;
    boost::asio::steady_timer timer_;
    std::map<waiting_room::EventId, Event> events_;
};

}  // namespace onsale::program
