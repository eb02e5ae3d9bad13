#pragma once

#include <cstdint>
#include <vector>

#include "adapter/redis/relay/relay_lane.hpp"
#include "adapter/redis/script/line_change.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::redis {

// The calls that apply facts of the store to Redis. `after` is the line with these facts applied.
// `change` is the number of the store's batch.
std::vector<RelayCall> calls_for(std::uint64_t change, const waiting_room::Facts& facts,
                                 const waiting_room::Line& after);

// The calls that restore a line of which Redis has lost all or a part. `moves` are the deadline
// changes that Redis may have missed.
std::vector<RelayCall> calls_for_all(std::uint64_t change, const waiting_room::Line& line,
                                     std::vector<DeadlineMove> moves = {});

}  // namespace onsale::redis
