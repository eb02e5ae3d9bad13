#pragma once

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The routes of events, one function each.
void get_events(GuestContext& guest, const Request& request, Reply& reply);
void get_event(GuestContext& guest, const Request& request, Reply& reply);
void get_serving(GuestContext& guest, const Request& request, Reply& reply);
void get_order(GuestContext& guest, const Request& request, Reply& reply);
void get_image(GuestContext& guest, const Request& request, Reply& reply);
void get_health(GuestContext& guest, const Request& request, Reply& reply);
void get_ready(GuestContext& guest, const Request& request, Reply& reply);

}  // namespace onsale::http
