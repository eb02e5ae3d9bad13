#pragma once

#include <iosfwd>

#include "adapter/embedded/engine.hpp"
#include "main/config.hpp"

namespace onsale {

// Makes the event "demo", open from now on, unless it is there.
void make_demo_event(embedded::Engine& engine, const Config& config);
// Gives the demo event's performances their halls and the event its prices, where it has none.
void furnish_demo_event(embedded::Engine& engine);

// What to open and what to try next.
void print_welcome(std::ostream& out, const Config& config, std::uint16_t port, bool demo);

}  // namespace onsale
