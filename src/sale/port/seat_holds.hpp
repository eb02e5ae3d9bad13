#pragma once

#include <boost/asio/awaitable.hpp>

#include "sale/domain/command.hpp"

namespace onsale::sale {

// What guests do with seats. Embedded: the one writer; distributed: one Lua script each.
// Suspends: every call; it resumes on the caller's loop, when the outcome is durable and the loop's
// view already shows it.
// Thread safety: one object per loop, used on that loop.
class SeatHolds {
  public:
    virtual ~SeatHolds() = default;

    // The guest wants exactly these seats, all or none, instead of those held before. The same
    // again gives the same hold.
    virtual boost::asio::awaitable<HoldOutcome> select(command::SelectSeats select) = 0;
    virtual boost::asio::awaitable<HoldOutcome> select_best(command::SelectBest select) = 0;
    virtual boost::asio::awaitable<ReleaseOutcome> release(command::ReleaseSeats release) = 0;
};

}  // namespace onsale::sale
