#pragma once

#include "tests/differential/redis_link.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::differential {

// Reads every key of the line and throws Mismatch unless it says what the C++ line says: rules,
// clock, bucket, ledger, leaves, recalls, moves, standings and guests, byte for byte as a snapshot
// has them, and the sets that are derived from them.
void compare_state(RedisLink& redis, const Words& keys, const waiting_room::Line& line);

}  // namespace onsale::differential
