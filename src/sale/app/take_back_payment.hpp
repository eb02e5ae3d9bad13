#pragma once

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_gateway.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Cancels an approval whose answer was lost and which had no effect yet (net-cancel). The order
// decides a race with a webhook: if the webhook has already made a booking, the booking stays and
// the provider is not called. Otherwise no webhook counts until the result is recorded.
// REQUIRES: the gateway supports it; the orders and the gateway outlive the call.
boost::asio::awaitable<payment::PaymentResult> take_back_payment(Orders& orders,
                                                                 payment::PaymentGateway& gateway,
                                                                 payment::ConfirmRequest confirm);

}  // namespace onsale::sale
