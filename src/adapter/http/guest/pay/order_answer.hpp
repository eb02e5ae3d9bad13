#pragma once

#include <vector>

#include "adapter/http/guest/context/guest_context.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "base/guest_id.hpp"
#include "sale/port/orders.hpp"

namespace onsale::http {

// All guest identities in the request, for calls about an order. The log uses the first.
std::vector<GuestId> owners_in(GuestContext& guest, const Request& request);

// The outcome, or `otherwise` if the view does not know the order's event: an order is shown with
// the event's name and clock.
sale::OrderOutcome if_known(const LoopContext& context, sale::OrderOutcome outcome,
                            sale::PayError otherwise = sale::PayError::kUnavailable);

void refuse_order(GuestContext& guest, LaterReply& reply, const sale::PayRefusal& refusal,
                  Language language);
// After a change of the order. Answers 202 while the provider's result is missing; the order shows
// it later.
void send_order(GuestContext& guest, LaterReply& reply, const sale::OrderOutcome& changed,
                Language language);

}  // namespace onsale::http
