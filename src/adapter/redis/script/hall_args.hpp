#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "seat/domain/command.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::redis {

// The operator's stops and the seat limits, as the node's view has them.
struct HoldLimits {
    std::string_view stopped;     // The word with which a new hold is rejected, or empty.
    std::uint32_t per_event = 0;  // Maximum number of seats per guest; 0: no limit.
    std::uint32_t per_performance = 0;
    // Percent of the event's seats that may be taken in the current phase.
    std::uint32_t share_percent = 100;
};

// ARGV of seat_select without the time. Contains the facts of the plan that the script needs.
// REQUIRES: at least one seat, all of them of this hall.
std::vector<std::string> seat_select_args(const seat::Seating& seating,
                                          const seat::command::Select& select,
                                          const HoldLimits& limits);

// The guest's 16 bytes, as used in keys and arguments.
std::string guest_arg(const GuestId& guest);

// A random number in hex for a script: Lua has no 64-bit integers.
std::string random_arg(std::uint64_t random);

}  // namespace onsale::redis
