#pragma once

#include <cstdint>

#include "adapter/embedded/engine/engine.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::server {

// Creates the event "demo", open from now on, unless it exists. Its line has the `usual` rules, or
// with `crowd` simulated guests crowd_rules(). An existing event gets those too if it still has the
// usual rules. REQUIRES: the writer does not run yet.
void make_demo_event(embedded::Engine& engine, const waiting_room::LineRules& usual,
                     std::uint32_t crowd = 0);
// Rules that admit guests so slowly that a crowd of this size forms a line. Values that the
// operator has configured are kept.
waiting_room::LineRules crowd_rules(waiting_room::LineRules rules, std::uint32_t crowd);
// Opens the halls of the demo event's performances and sets its prices, if there are none.
// REQUIRES: the writer does not run yet.
void furnish_demo_event(embedded::Engine& engine);

}  // namespace onsale::server
