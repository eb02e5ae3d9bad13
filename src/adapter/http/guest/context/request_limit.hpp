#pragma once

#include <span>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {

// Counts the request against its limit. Answers 429 and returns false when the limit is reached.
// Also opens the request's queue token for the route and for the log. `query` has the parameters of
// the route.
bool let_in(GuestContext& guest, const Request& request, Reply& reply,
            std::span<const QueryParameter> query = {});

}  // namespace onsale::http
