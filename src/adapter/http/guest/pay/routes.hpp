#pragma once

#include <string_view>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The routes of payments, orders and bookings, one function each. Paying and returning seats:
void post_payment(GuestContext& guest, const Request& request, Reply& reply);
void post_confirm(GuestContext& guest, const Request& request, Reply& reply);
void post_cancel(GuestContext& guest, const Request& request, Reply& reply);
void get_refund_preview(GuestContext& guest, const Request& request, Reply& reply);

// Calls from providers:
void payment_return(GuestContext& guest, const Request& request, Reply& reply);
void post_webhook(GuestContext& guest, const Request& request, Reply& reply);

// A guest's own orders and bookings:
void get_order_detail(GuestContext& guest, const Request& request, Reply& reply);
void get_bookings(GuestContext& guest, const Request& request, Reply& reply);
void get_booking(GuestContext& guest, const Request& request, Reply& reply);
// The plain page of an order. `code`: as the address names it; not validated.
void get_order_page(GuestContext& guest, const Request& request, Reply& reply,
                    std::string_view code);

// The hosted page of Demo Pay:
void get_demo_pay(GuestContext& guest, const Request& request, Reply& reply);
void post_demo_pay(GuestContext& guest, const Request& request, Reply& reply);

}  // namespace onsale::http
