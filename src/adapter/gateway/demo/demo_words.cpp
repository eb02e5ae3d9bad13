#include "adapter/gateway/demo/demo_words.hpp"

namespace onsale::gateway {
namespace {

using payment::DeclineReason;
using payment::PaymentResult;
using payment::RefundResult;
using payment::WebhookError;
using payment::WebhookNotice;
namespace result = payment::result;

}  // namespace

PaymentResult to_result(const DemoPayment& payment) {
    switch (payment.status) {
        case DemoStatus::kReady:
        case DemoStatus::kAuthorised:
            return result::Pending{};
        case DemoStatus::kDone:
            return result::Approved{payment.payment_key, payment.merchant, payment.amount};
        case DemoStatus::kDeclined:
            return result::Declined{DeclineReason::kCard};
        case DemoStatus::kExpired:
            return result::Declined{DeclineReason::kExpired};
        case DemoStatus::kVoided:
            return result::Declined{DeclineReason::kReversed};
        case DemoStatus::kLeft:
            return result::Declined{DeclineReason::kGuestLeft};
    }
    return result::Pending{};
}

PaymentResult to_result(const DemoReply& reply) {
    if (reply.delivery.lost) return result::OutcomeUnknown{};
    if (reply.result) return to_result(*reply.result);
    switch (reply.result.error()) {
        case DemoError::kNotReady:
            return result::Declined{DeclineReason::kExpired};
        case DemoError::kUnknownPayment:
        case DemoError::kOtherAmount:
        case DemoError::kOtherPayment:
        case DemoError::kOtherBalance:
        case DemoError::kRefused:
        case DemoError::kKeyReused:
        case DemoError::kFull:
        case DemoError::kUnreachable:
            break;
    }
    // Our request was wrong, which says nothing about the attempt's payment.
    return result::OutcomeUnknown{};
}

PaymentResult to_result(const std::optional<DemoPayment>& queried) {
    // A payment is opened before the guest is sent to pay, so an unknown payment was never charged.
    if (!queried) return result::Declined{DeclineReason::kOther};
    return to_result(*queried);
}

RefundResult to_refund_result(const DemoReply& reply) {
    if (reply.delivery.lost) return RefundResult::kOutcomeUnknown;
    if (reply.result) return RefundResult::kDone;
    return reply.result.error() == DemoError::kUnreachable ? RefundResult::kUnavailable
                                                           : RefundResult::kRefused;
}

Result<WebhookNotice, WebhookError> to_notice(const DemoWebhook& webhook,
                                              const DemoNotice& notice) {
    const auto name = payment::parse_attempt_name(notice.reference);
    if (!name) return fail(WebhookError::kForeign);
    WebhookNotice told{webhook.id, *name, std::nullopt, "OK"};
    if (notice.status == to_text(DemoStatus::kDone))
        told.result = result::Approved{notice.payment_key, notice.merchant, notice.amount};
    else if (notice.status == to_text(DemoStatus::kDeclined))
        told.result = result::Declined{DeclineReason::kCard};
    else if (notice.status == to_text(DemoStatus::kLeft))
        told.result = result::Declined{DeclineReason::kGuestLeft};
    return told;
}

std::string refund_key(const payment::AttemptName& name, payment::RefundIndex refund) {
    return payment::to_text(name) + "-refund-" + std::to_string(refund.value);
}

}  // namespace onsale::gateway
