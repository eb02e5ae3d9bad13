#pragma once

#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "operate/domain/message.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::sale {

// The result of one step of a test purchase.
struct TrialStep {
    std::string name;
    bool ok = false;
    operate::Message found;
};

// Buys at a provider and refunds the money: request, page, confirm, refund. Each answer is checked
// as for an order. The steps end with the first failure that makes the next step pointless, but
// money that may have been charged is always refunded. There is no order: nothing is held, sold,
// counted or journaled, and later messages of the provider match no order.
// REQUIRES: request.name has a trial_code().
// Suspends: as the gateway does. The gateway outlives it.
boost::asio::awaitable<std::vector<TrialStep>> try_purchase(payment::PaymentGateway& gateway,
                                                            payment::PaymentRequest request);

}  // namespace onsale::sale
