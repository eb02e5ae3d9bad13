#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// KEYS of every hall script: those of the line, then the hall's own in the order of halls.lua.
// `performance` is the key of the performance within the event.
std::vector<std::string> hall_keys(waiting_room::EventId event, std::string_view performance);

// Key of the fact that opened the hall.
std::string plan_key(waiting_room::EventId event, std::string_view performance);

// Hash of the last message of the sale store about each seat: its turn times kSyncedSteps, plus the
// progress within the turn. See halls.lua.
std::string synced_key(waiting_room::EventId event, std::string_view performance);
constexpr std::uint64_t kSyncedSteps = 8;

// KEYS of lease_take without the process key. The first is the lease; its channel has the same
// name.
std::vector<std::string> lease_keys(waiting_room::EventId event, std::string_view performance,
                                    std::uint32_t seat);

// Key that a process renews while it holds leases. Its leases are valid only while the key exists.
std::string process_key(waiting_room::EventId event, std::string_view process);

}  // namespace onsale::redis
