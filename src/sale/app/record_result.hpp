#pragma once

#include "payment/port/payment_gateway.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Records what a provider said about an attempt, or, with the source kBrowser, what its guest did.
// Recording a result again changes nothing. REQUIRES: the orders outlive the call.
boost::asio::awaitable<OrderOutcome> record_result(Orders& orders, payment::AttemptName name,
                                                   payment::ResultSource source,
                                                   payment::PaymentResult result);

}  // namespace onsale::sale
