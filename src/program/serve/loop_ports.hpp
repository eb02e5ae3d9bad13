#pragma once

#include <functional>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/measure/metrics_redis_report.hpp"
#include "base/sale_clock.hpp"

namespace onsale::program {

// Who uses a loop: guests must find the newest there, whatever it costs; an operator's loop looks
// for news only when somebody asks.
enum class LoopUse : std::uint8_t { kGuests, kOperator };

// What a loop does about news besides its views, which know them already.
class NewsReader {
  public:
    virtual ~NewsReader() = default;

    // What happened in lines and halls.
    virtual void hear(const sale::Facts& facts, Instant now) = 0;
    // What the sale store has decided: money, and the seats it is about.
    virtual void hear_sale(const sale::Facts& facts, Instant now) = 0;
    virtual void be_degraded(http::Degraded degraded) = 0;
    // Whether the process that takes payments is there. Not told where it is this one.
    virtual void know_payment(bool answers) = 0;
    // The views knew everything at that instant.
    virtual void be_current(Instant at) = 0;
};

// Where one loop's answers come from: the ports of its routes, and what feeds its views.
// Thread safety: built and destroyed while the loop does not run; else its thread.
class LoopPorts {
  public:
    virtual ~LoopPorts() = default;

    virtual const SaleClock& clock() const = 0;
    virtual waiting_room::WaitingLines& lines() = 0;
    virtual waiting_room::EventOffice& office() = 0;
    // Null where this process does no such thing.
    virtual sale::SeatHolds* holds() = 0;
    virtual sale::Orders* orders() = 0;
    virtual sale::SaleOffice* sale_office() = 0;

    // News go there from now on. REQUIRES: before the loop runs; the reader outlives the loop.
    virtual void tell(NewsReader& reader) = 0;
    // Calls `ready` once the views know what there is, at once or later on the loop.
    virtual void when_ready(std::function<void()> ready) { ready(); }
    // All that was published so far is in the views when this returns, where that can be had
    // without waiting.
    virtual void catch_up() {}
    // What answers say about their age, and which lost places come back.
    virtual void describe(http::LoopContext&) {}
    // What this loop has done with Redis.
    virtual void count(http::RedisNumbers&) const {}
};

}  // namespace onsale::program
