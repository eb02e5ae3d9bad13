#pragma once

#include <string_view>

#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

// The key of the event that a guest's call is about, from the query, the path, the JSON body or,
// for a proxy's question about a guest, the proxy's header; empty when none names it. It only
// selects which of the guest's cookies the call is counted under. The route parses its event
// itself, and the body is not fully parsed here.
std::string_view event_named(const Request& request);

}  // namespace onsale::http
