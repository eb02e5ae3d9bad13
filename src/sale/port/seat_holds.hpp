#pragma once

#include "base/port.hpp"
#include "sale/domain/command.hpp"

namespace onsale::sale {

// Guest actions on seats. Embedded: executed by the single writer. Distributed: one Lua script
// each.
// Suspends: every call; it resumes on the caller's loop when the outcome is durable and visible in
// the loop's view.
// Thread safety: one object per loop, used on that loop.
class SeatHolds : public Port<command::SelectSeats, command::SelectBest, command::ReleaseSeats> {};

}  // namespace onsale::sale
