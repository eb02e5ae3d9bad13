#pragma once

#include <iosfwd>

#include "adapter/embedded/engine/engine.hpp"
#include "program/config/config.hpp"
#include "program/serve/serve.hpp"

namespace onsale::program {

// Makes the event "demo", open from now on, unless it is there. With so many simulated guests its
// line gets the rules below, also later, as long as nobody has changed what it began with.
void make_demo_event(embedded::Engine& engine, const Config& config, std::uint32_t crowd = 0);
// Lets guests in so slowly that a crowd of this size is a line to wait in; what the operator has
// configured stays.
waiting_room::LineRules crowd_rules(waiting_room::LineRules rules, std::uint32_t crowd);
// Gives the demo event's performances their halls and the event its prices, where it has none.
void furnish_demo_event(embedded::Engine& engine);

// What to open and what to try next.
void print_welcome(std::ostream& out, const Config& config, std::uint16_t port,
                   const ServeOptions& options);

}  // namespace onsale::program
