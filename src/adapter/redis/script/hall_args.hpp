#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "seat/domain/command.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::redis {

// What the operator has stopped and how much may be taken, as the node's view has it.
struct HoldLimits {
    std::string_view stopped;     // The word to refuse a new hold with, or empty.
    std::uint32_t per_event = 0;  // Seats of a guest; 0: any number.
    std::uint32_t per_performance = 0;
    std::uint32_t share_percent = 100;  // Of the event's seats, in the present phase.
};

// ARGV but for the time. Of what the plan knows, the script is told what it needs.
// REQUIRES: at least one seat, all of them of this hall.
std::vector<std::string> seat_select_args(const seat::Seating& seating,
                                          const seat::command::Select& select,
                                          const HoldLimits& limits);

// The guest's 16 bytes, as keys and arguments name it.
std::string guest_arg(const GuestId& guest);

// A random number, as a script takes it: Lua has no 64-bit integers.
std::string random_arg(std::uint64_t random);

}  // namespace onsale::redis
