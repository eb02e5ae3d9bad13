#pragma once

#include <optional>
#include <string>

#include "adapter/http_client/call.hpp"

namespace onsale::http_client {

// Why the request must not be sent; nothing if it may. libcurl sends header lines as it gets them,
// so a line break in a value would become a second header or a second request.
std::optional<std::string> fault_in(const Request& request);

}  // namespace onsale::http_client
