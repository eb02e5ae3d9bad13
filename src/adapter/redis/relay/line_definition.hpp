#pragma once

#include <cstdint>
#include <vector>

#include "adapter/redis/relay/relay_lane.hpp"
#include "adapter/redis/script/line_change.hpp"
#include "waiting_room/domain/fact.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::redis {

// What Redis must be told of facts of the store, in calls; `after` is the line with them.
// `change`: the number of the store's batch.
std::vector<RelayCall> calls_for(std::uint64_t change, const waiting_room::Facts& facts,
                                 const waiting_room::Line& after);

// Everything that a Redis must be told that has lost the line, or a part of it. `moves`: of its
// deadlines, by changes that Redis may have missed.
std::vector<RelayCall> calls_for_all(std::uint64_t change, const waiting_room::Line& line,
                                     std::vector<DeadlineMove> moves = {});

}  // namespace onsale::redis
