#pragma once

#include <string>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Confirms an attempt. If this call is the one that must call the provider, calls it and records
// the result in the order. Continues even if no client waits for the outcome any more.
// `approval`: data besides the key that the provider's page gave to the browser.
// REQUIRES: the orders and the providers outlive the call.
boost::asio::awaitable<OrderOutcome> confirm_payment(Orders& orders, payment::Providers providers,
                                                     command::ConfirmPayment confirm,
                                                     std::string approval);

}  // namespace onsale::sale
