#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// KEYS of every script of a hall: those of its line, then its own in the order that halls.lua knows
// them by. `performance`: the key that the event knows it by.
std::vector<std::string> hall_keys(waiting_room::EventId event, std::string_view performance);

// The fact that opened the hall.
std::string plan_key(waiting_room::EventId event, std::string_view performance);

// KEYS of lease_take; the first is the lease, and the channel that wakes whoever waits for it.
std::vector<std::string> lease_keys(waiting_room::EventId event, std::string_view performance,
                                    std::uint32_t seat);

// What a process keeps alive while it lives, so that its leases are good.
std::string process_key(waiting_room::EventId event, std::string_view process);

}  // namespace onsale::redis
