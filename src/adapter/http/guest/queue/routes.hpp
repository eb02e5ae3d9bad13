#pragma once

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The routes of the waiting room, one function each. Polls and heartbeats:
void get_status(GuestContext& guest, const Request& request, Reply& reply);
void get_position(GuestContext& guest, const Request& request, Reply& reply);
void post_heartbeat(GuestContext& guest, const Request& request, Reply& reply);
void get_stream(GuestContext& guest, const Request& request, Reply& reply);

// Before a guest has a place:
void post_visitor(GuestContext& guest, const Request& request, Reply& reply);
void get_challenge(GuestContext& guest, const Request& request, Reply& reply);
void get_eligibility(GuestContext& guest, const Request& request, Reply& reply);

// Changes of a place:
void post_enter(GuestContext& guest, const Request& request, Reply& reply);
void delete_leave(GuestContext& guest, const Request& request, Reply& reply);
void post_leave(GuestContext& guest, const Request& request, Reply& reply);
void post_extend(GuestContext& guest, const Request& request, Reply& reply);
void post_move(GuestContext& guest, const Request& request, Reply& reply);
void post_move_take(GuestContext& guest, const Request& request, Reply& reply);

// Calls of a proxy and of the protected site:
void get_verify(GuestContext& guest, const Request& request, Reply& reply);
void post_complete(GuestContext& guest, const Request& request, Reply& reply);

// The plain page of the waiting room and its forms:
void get_queue_page(GuestContext& guest, const Request& request, Reply& reply,
                    const PageAddress& address);
void post_queue_page(GuestContext& guest, const Request& request, Reply& reply);

// Sends each guest with an event stream its current answer. Runs once a second.
void update_streams(GuestContext& guest);

}  // namespace onsale::http
