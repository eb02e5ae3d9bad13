#pragma once

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// Counts the request against its limit. Answers 429 and returns false when the limit is reached.
// Also opens the request's queue token for the route and for the log.
bool let_in(GuestContext& guest, const Request& request, Reply& reply);

}  // namespace onsale::http
