#pragma once

#include <string>

#include "adapter/redis/call/script_caller.hpp"
#include "adapter/redis/client/config.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// How to reach Redis. Throws std::runtime_error that names the key where the password cannot be
// read. `name`: what CLIENT LIST shows.
redis::Config redis_config(const Config& config, const std::string& name);

// How many replicas must have what a guest is told.
redis::LineCallConfig line_call_config(const Config& config);

bool has_role(const Config& config, Role role);

}  // namespace onsale::program
