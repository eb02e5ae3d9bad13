#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_gateway.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Null for a provider that is no longer configured.
using FindGateway = std::function<payment::PaymentGateway*(payment::ProviderId)>;

// Confirms an attempt and, when this call is the one that must, asks the provider and tells the
// order what it said. Goes on when nobody waits for the outcome any more.
// `approval`: what the provider's page gave the browser besides the key.
// REQUIRES: the orders and the gateways outlive the call.
boost::asio::awaitable<OrderOutcome> confirm_payment(Orders& orders, FindGateway find_gateway,
                                                     command::ConfirmPayment confirm,
                                                     std::string approval);

}  // namespace onsale::sale
