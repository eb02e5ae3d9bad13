#pragma once

#include <string>

#include "adapter/postgres/client/config.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// The client's settings from the section [postgres]. `name` is shown by pg_stat_activity. Throws
// std::runtime_error, which names the key, if no host is configured or all users may read the key.
postgres::Config postgres_config(const Config& config, const std::string& name);

}  // namespace onsale::program
