#pragma once

#include <functional>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_gateway.hpp"

namespace onsale::sale {

// Takes back a confirm whose answer was lost: the net-cancel, or what decides about it first.
using TakeBack =
    std::function<boost::asio::awaitable<payment::PaymentResult>(payment::ConfirmRequest)>;

// Confirms a payment at its provider. If the answer is lost and the provider has a net-cancel,
// returns what `take_back` gives.
// REQUIRES: the gateway outlives the call.
boost::asio::awaitable<payment::PaymentResult> call_provider(payment::PaymentGateway& gateway,
                                                             payment::ConfirmRequest confirm,
                                                             TakeBack take_back);

}  // namespace onsale::sale
