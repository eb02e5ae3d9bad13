#pragma once

#include <string>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::sim {

// Describes a run as text, for debugging.
std::string tell(const embedded::Command& command, const embedded::Outcome& outcome);
std::string tell(const sale::Fact& fact);

}  // namespace onsale::sim
