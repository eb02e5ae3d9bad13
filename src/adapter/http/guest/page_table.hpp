#pragma once

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// Pages for guests in two languages, with the language in the path: static pages built in the web
// folder, and plain pages that work without JavaScript. Each plain page belongs to a feature.
void get_page(GuestContext& guest, const Request& request, Reply& reply);

}  // namespace onsale::http
