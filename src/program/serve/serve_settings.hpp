#pragma once

#include <optional>

#include "adapter/server/operate/server_operations.hpp"
#include "program/config/config.hpp"
#include "runtime/log.hpp"

namespace onsale::program {

// The configuration, as the parts of a server take it.
runtime::LogLevel level_of(LogLevel level);
server::ServerOperations::Settings operations_settings(const Config& config);

}  // namespace onsale::program
