#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_gateway.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Returns null for a provider that is no longer configured.
using FindGateway = std::function<payment::PaymentGateway*(payment::ProviderId)>;

// Confirms an attempt. If this call is the one that must call the provider, calls it and records
// the result in the order. Continues even if no client waits for the outcome any more.
// `approval`: data besides the key that the provider's page gave to the browser.
// REQUIRES: the orders and the gateways outlive the call.
boost::asio::awaitable<OrderOutcome> confirm_payment(Orders& orders, FindGateway find_gateway,
                                                     command::ConfirmPayment confirm,
                                                     std::string approval);

}  // namespace onsale::sale
