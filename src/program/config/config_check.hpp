#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

// Problems of values that are valid alone but not together. Every line names the key to change.
std::vector<std::string> config_problems(const Config& config);

// Whether a process may have this name. Redis scripts separate it from other fields by a space.
bool is_process_name(std::string_view name);

}  // namespace onsale::program
