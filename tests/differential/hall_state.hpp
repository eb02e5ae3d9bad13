#pragma once

#include <span>

#include "base/guest_id.hpp"
#include "tests/differential/hall_pair.hpp"
#include "tests/differential/redis_link.hpp"

namespace onsale::differential {

// Reads every key of the halls and throws Mismatch unless it says what the C++ domain says: the
// state, owner and fence of each seat, what clients see, holds, returns, visits, counts and sums,
// the ledger; that no key is left over and none that must stay has a TTL; and that a view fed by
// the stream is the one that the C++ state makes.
void compare_halls(RedisLink& redis, const HallPair& pair, std::span<const GuestId> guests);

}  // namespace onsale::differential
