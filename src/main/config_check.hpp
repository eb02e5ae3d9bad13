#pragma once

#include <string>
#include <vector>

#include "main/config.hpp"

namespace onsale {

// Problems of values that are valid alone but not together. Every line names the key to change.
std::vector<std::string> config_problems(const Config& config);

}  // namespace onsale
