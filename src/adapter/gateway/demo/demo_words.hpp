#pragma once

#include <optional>

#include "adapter/gateway/demo/demo_pay.hpp"
#include "payment/domain/command.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::gateway {

// Conversions between Demo Pay's types and those of the port.
constexpr payment::GatewayTraits kDemoTraits{
    .query_by_order = true,
    .charges_at_page = true,
    .query_by_key = true,
    .net_cancel = true,
    .idempotency_keys = true,
    .signed_webhooks = true,
    .browser_posts = false,
    .partial_cancel = true,
};

// The result of a payment's state. Only final states are Declined.
payment::PaymentResult to_result(const DemoPayment& payment);
// The result of a confirm; a lost answer is OutcomeUnknown.
payment::PaymentResult to_result(const DemoReply& reply);
payment::PaymentResult to_result(const std::optional<DemoPayment>& queried);
payment::RefundResult to_refund_result(const DemoReply& reply);
// A webhook whose signature was checked; kForeign when the reference is not one of ours.
Result<payment::WebhookNotice, payment::WebhookError> to_notice(const DemoWebhook& webhook,
                                                                const DemoNotice& notice);

std::string refund_key(const payment::AttemptName& name, payment::RefundIndex refund);

}  // namespace onsale::gateway
