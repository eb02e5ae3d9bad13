#pragma once

#include <string>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

// Values that are each well-formed but do not go together; every line names the key to change.
std::vector<std::string> config_problems(const Config& config);

}  // namespace onsale::program
