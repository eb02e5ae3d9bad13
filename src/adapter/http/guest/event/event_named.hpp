#pragma once

#include <string_view>

#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

// The key of the event that a guest's call is about, as the query, the path or the JSON body names
// it; empty where none does. Only says which of the guest's own cookies the call counts by: the
// route reads its event for itself, and a body is not parsed for this.
std::string_view event_named(const Request& request);

}  // namespace onsale::http
