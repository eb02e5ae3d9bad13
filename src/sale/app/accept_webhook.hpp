#pragma once

#include <functional>
#include <optional>

#include <boost/asio/awaitable.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Answers the provider: nothing if the webhook was taken, otherwise why it must be sent again. How
// the order decided does not concern the provider.
using AnswerWebhook = std::function<void(const std::optional<PayRefusal>& again)>;

// Records a webhook with a verified proof, or, if it has no result, asks the provider for it. Calls
// `answer` once: after the result is durable, and before the query, because providers wait only a
// few seconds. If the query fails, the order's own inquiry continues.
// Returns the order, or the error of the last step.
// REQUIRES: the orders and the providers outlive the call.
boost::asio::awaitable<OrderOutcome> accept_webhook(Orders& orders, payment::Providers providers,
                                                    payment::WebhookNotice notice,
                                                    AnswerWebhook answer);

}  // namespace onsale::sale
