#pragma once

#include <functional>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/measure/process_numbers.hpp"
#include "base/sale_clock.hpp"

namespace onsale::server {

// The users of a loop. A guests' loop must apply publications immediately. An operator's loop
// applies them only when a request comes.
enum class LoopUse : std::uint8_t { kGuests, kOperator };

// Receives news after the views have applied them.
class NewsReader {
  public:
    virtual ~NewsReader() = default;

    // Facts about lines and halls.
    virtual void hear(const sale::Facts& facts, Instant now) = 0;
    // Facts of the sale store: money, and the seats it concerns.
    virtual void hear_sale(const sale::Facts& facts, Instant now) = 0;
    virtual void be_degraded(operate::Degraded degraded) = 0;
    // Whether the process that takes payments is alive. Not called when it is this process.
    virtual void know_payment(bool answers) = 0;
    // The views were complete at this instant.
    virtual void be_current(Instant at) = 0;
};

// The sources of one loop's answers: the ports of its routes, and the feed of its views.
// Thread safety: built and destroyed while the loop does not run; otherwise its thread.
class LoopPorts {
  public:
    virtual ~LoopPorts() = default;

    virtual const SaleClock& clock() const = 0;
    virtual waiting_room::WaitingLines& lines() = 0;
    virtual waiting_room::EventOffice& office() = 0;
    // Null when this process does not provide it.
    virtual sale::SeatHolds* holds() = 0;
    virtual sale::Orders* orders() = 0;
    virtual sale::SaleOffice* sale_office() = 0;

    // Sets the receiver of news. REQUIRES: before the loop runs; the reader outlives the loop.
    virtual void tell(NewsReader& reader) = 0;
    // Calls `ready` when the views are complete, immediately or later on the loop.
    virtual void when_ready(std::function<void()> ready) { ready(); }
    // Applies everything published so far to the views, if that is possible without waiting.
    virtual void catch_up() {}
    // Sets the fields of the context about the age of views and about restoring places.
    virtual void describe(http::LoopContext&) {}
    // Adds what is counted by the ports themselves.
    virtual void count(http::ProcessNumbers&) const {}
};

}  // namespace onsale::server
