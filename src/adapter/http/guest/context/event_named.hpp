#pragma once

#include <span>
#include <string_view>

#include "adapter/http/transport/message/query.hpp"
#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

// The key of the event that a guest's call is about, from where its route reads it: the query if
// `query`, the parameters of the route, has eventId, otherwise the path or the JSON body; for a
// proxy's question about a guest the proxy's header. Empty when none names it. It only selects
// which of the guest's cookies the call is counted under. The route parses its event itself, and
// the body is not fully parsed here.
std::string_view event_named(const Request& request, std::span<const QueryParameter> query);

}  // namespace onsale::http
