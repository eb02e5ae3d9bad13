#pragma once

#include "payment/port/payment_gateway.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Stores what a guest brought back from the provider's page. It is durable when this returns. The
// cashier then confirms the payment, however long the provider takes. A second return changes
// nothing. REQUIRES: `returned` belongs to an attempt that we named; the orders outlive the call.
boost::asio::awaitable<OrderOutcome> accept_return(Orders& orders,
                                                   payment::ReturnedPayment returned);

}  // namespace onsale::sale
