#pragma once

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The routes of halls and holds, one function each.
void get_seats(GuestContext& guest, const Request& request, Reply& reply);
void get_hall(GuestContext& guest, const Request& request, Reply& reply);
void post_select(GuestContext& guest, const Request& request, Reply& reply);
void post_best(GuestContext& guest, const Request& request, Reply& reply);
void post_release(GuestContext& guest, const Request& request, Reply& reply);
void delete_release(GuestContext& guest, const Request& request, Reply& reply);

}  // namespace onsale::http
