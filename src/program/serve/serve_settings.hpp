#pragma once

#include "adapter/server/operate/server_operations.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// The configuration, as the parts of a server take it.
server::ServerOperations::Settings operations_settings(const Config& config);

}  // namespace onsale::program
