#pragma once

#include <boost/asio/awaitable.hpp>

#include "sale/domain/command.hpp"

namespace onsale::sale {

// Guest actions on seats. Embedded: executed by the single writer. Distributed: one Lua script
// each.
// Suspends: every call; it resumes on the caller's loop when the outcome is durable and visible in
// the loop's view.
// Thread safety: one object per loop, used on that loop.
class SeatHolds {
  public:
    virtual ~SeatHolds() = default;

    // Requests exactly these seats, all or none. They replace the seats held before. A repetition
    // returns the same hold.
    virtual boost::asio::awaitable<HoldOutcome> select(command::SelectSeats select) = 0;
    virtual boost::asio::awaitable<HoldOutcome> select_best(command::SelectBest select) = 0;
    virtual boost::asio::awaitable<ReleaseOutcome> release(command::ReleaseSeats release) = 0;
};

}  // namespace onsale::sale
