#pragma once

#include <iosfwd>

#include "adapter/embedded/engine/engine.hpp"
#include "program/config/config.hpp"
#include "program/serve/serve.hpp"

namespace onsale::program {

// Creates the event "demo", open from now on, unless it exists. With `crowd` simulated guests its
// line gets crowd_rules(). An existing event gets them too if its rules were not changed.
void make_demo_event(embedded::Engine& engine, const Config& config, std::uint32_t crowd = 0);
// Rules that admit guests so slowly that a crowd of this size forms a line. Values that the
// operator has configured are kept.
waiting_room::LineRules crowd_rules(waiting_room::LineRules rules, std::uint32_t crowd);
// Opens the halls of the demo event's performances and sets its prices, if there are none.
void furnish_demo_event(embedded::Engine& engine);

// Prints which pages to open and what to try next.
void print_welcome(std::ostream& out, const Config& config, std::uint16_t port,
                   const ServeOptions& options);

}  // namespace onsale::program
