#pragma once

#include "tests/differential/redis_link.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::differential {

// Reads every key of the line and throws Mismatch unless all of the following match the C++ line:
// rules, clock, bucket, ledger, leaves, recalls, moves, standings and guests in the exact bytes of
// a snapshot, and the sets that are derived from them.
void compare_state(RedisLink& redis, const Words& keys, const waiting_room::Line& line);

}  // namespace onsale::differential
