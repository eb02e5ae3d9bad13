#pragma once

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Calls the provider for a refund that its order has sent, and records the answer. Does nothing if
// the refund is not in flight any more or the provider is no longer configured.
// REQUIRES: the order has this refund; the orders and the providers outlive the call.
boost::asio::awaitable<OrderOutcome> refund_payment(Orders& orders, payment::Providers providers,
                                                    payment::OrderId id,
                                                    payment::RefundIndex index);

}  // namespace onsale::sale
