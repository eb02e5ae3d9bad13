#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_gateway.hpp"

namespace onsale::sale {

// What a step of a test purchase found, in words for an operator.
struct TrialStep {
    std::string name;
    bool ok = false;
    std::string detail;
};

// Pays at the provider's page as a guest would and tells what the browser would bring back; nothing
// where only a person can do that.
using TrialPayer =
    std::function<std::optional<payment::BrowserReturn>(const payment::PaymentPage&)>;

// Buys at a provider and gives the money back: request, page, confirm, refund. Each answer is
// checked as an order's would be; the steps end with the first that makes the next one pointless,
// but what may have been charged is always given back. There is no order: nothing is held, sold,
// counted or journaled, and whatever the provider tells about it later names no order.
// REQUIRES: request.name is of a trial_code().
// Suspends: as the gateway does. The gateway outlives it.
boost::asio::awaitable<std::vector<TrialStep>> try_purchase(payment::PaymentGateway& gateway,
                                                            payment::PaymentRequest request,
                                                            TrialPayer payer);

}  // namespace onsale::sale
