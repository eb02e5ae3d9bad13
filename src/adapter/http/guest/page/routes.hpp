#pragma once

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The routes of pages that belong to no other feature.
void get_asset(GuestContext& guest, const Request& request, Reply& reply);
// The built page of this address, the same for everybody.
void get_shell(GuestContext& guest, const Request& request, Reply& reply,
               const PageAddress& address);
// The plain page with all events.
void get_home_page(GuestContext& guest, const Request& request, Reply& reply);

}  // namespace onsale::http
