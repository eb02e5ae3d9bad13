#pragma once

#include <span>

#include "base/guest_id.hpp"
#include "tests/differential/hall_pair.hpp"
#include "tests/differential/redis_link.hpp"

namespace onsale::differential {

// Reads every key of the halls and throws Mismatch unless all of the following match the C++
// domain: the state, owner and fence of each seat, what clients see, holds, returns, visits, counts
// and sums, and the ledger. Also checks that no key is left over, that permanent keys have no TTL,
// and that a view fed by the stream equals the one made from the C++ state.
void compare_halls(RedisLink& redis, const HallPair& pair, std::span<const GuestId> guests);

}  // namespace onsale::differential
