#pragma once

#include <string>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::sim {

// A life in words, for whoever has to find out why it went wrong.
std::string tell(const embedded::Command& command, const embedded::Outcome& outcome);
std::string tell(const sale::Fact& fact);

}  // namespace onsale::sim
