#pragma once

#include <string>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

// Problems of values that are valid alone but not together. Every line names the key to change.
std::vector<std::string> config_problems(const Config& config);

}  // namespace onsale::program
