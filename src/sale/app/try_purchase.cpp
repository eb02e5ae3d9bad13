#include "sale/app/try_purchase.hpp"

#include <utility>

#include "operate/domain/message_codes.hpp"
#include "sale/app/call_provider.hpp"

namespace onsale::sale {

using boost::asio::awaitable;
using operate::Message;
using operate::preflight_message;
using payment::GatewayError;
using payment::Money;
using payment::PaymentRequest;
using payment::PaymentResult;
using payment::RefundResult;
using payment::ReturnedPayment;
using payment::result::Approved;
using payment::result::Declined;

namespace {

// With one idempotency key, so that a retry finds the result of a lost answer.
constexpr int kRefundTries = 3;

operate::MessageValues values_of(const Money& money) {
    return {{"amount", money.amount}, {"currency", money.currency.text()}};
}

TrialStep requested(const Result<payment::PaymentPage, GatewayError>& page) {
    if (page)
        return {"request", true, preflight_message("trial_page_opened", {{"url", page->url}})};
    switch (page.error()) {
        case GatewayError::kRefused:
            return {"request", false, preflight_message("trial_request_refused")};
        case GatewayError::kUnavailable:
            return {"request", false, preflight_message("trial_request_unreachable")};
        case GatewayError::kOutcomeUnknown:
            return {"request", false, preflight_message("trial_request_unanswered")};
    }
    return {};
}

// The problem with the browser's data; nothing if it can be confirmed.
std::optional<Message> mistake_in(const Result<ReturnedPayment, payment::ReturnError>& returned,
                                  const PaymentRequest& request) {
    if (!returned) return preflight_message("trial_return_unreadable");
    if (returned->name != request.name) return preflight_message("trial_return_other_payment");
    if (returned->gave_up) return preflight_message("trial_return_unpaid");
    if (returned->amount != request.amount)
        return preflight_message("trial_return_other_amount", values_of(returned->amount));
    return std::nullopt;
}

std::optional<Message> mistake_in(const Approved& approved, const payment::PaymentGateway& gateway,
                                  const PaymentRequest& request) {
    if (approved.merchant != gateway.merchant())
        return preflight_message("trial_other_merchant", {{"merchant", approved.merchant}});
    if (approved.amount != request.amount)
        return preflight_message("trial_other_amount", values_of(approved.amount));
    return std::nullopt;
}

TrialStep confirmed(const PaymentResult& said, const payment::PaymentGateway& gateway,
                    const PaymentRequest& request) {
    if (const auto* const approved = std::get_if<Approved>(&said)) {
        if (auto mistake = mistake_in(*approved, gateway, request))
            return {"confirm", false, std::move(*mistake)};
        return {"confirm", true, preflight_message("trial_charged", values_of(approved->amount))};
    }
    const auto* const declined = std::get_if<Declined>(&said);
    // A reversed payment is one without an answer that a net-cancel has taken back.
    if (declined != nullptr && declined->reason != payment::DeclineReason::kReversed)
        return {"confirm", false, preflight_message("trial_declined")};
    if (std::holds_alternative<payment::result::Unavailable>(said))
        return {"confirm", false, preflight_message("trial_confirm_unreachable")};
    return {"confirm", false,
            preflight_message("trial_confirm_unanswered", {{"payment", to_text(request.name)}})};
}

TrialStep refunded(RefundResult said, const PaymentRequest& request, const Money& charged) {
    operate::MessageValues values = values_of(charged);
    if (said == RefundResult::kDone)
        return {"refund", true, preflight_message("trial_refunded", std::move(values))};
    values.push_back({"payment", to_text(request.name)});
    switch (said) {
        case RefundResult::kDone:
            break;
        case RefundResult::kRefused:
            return {"refund", false, preflight_message("trial_refund_refused", std::move(values))};
        case RefundResult::kUnavailable:
            return {"refund", false,
                    preflight_message("trial_refund_unreachable", std::move(values))};
        case RefundResult::kOutcomeUnknown:
            return {"refund", false,
                    preflight_message("trial_refund_unanswered", std::move(values))};
    }
    return {};
}

bool lost(const PaymentResult& said) {
    return !std::holds_alternative<Approved>(said) && !std::holds_alternative<Declined>(said) &&
           !std::holds_alternative<payment::result::Unavailable>(said);
}

awaitable<TrialStep> give_back(payment::PaymentGateway& gateway, const PaymentRequest& request,
                               const Approved& approved) {
    const payment::CancelRequest cancel{.name = request.name,
                                        .payment_key = approved.payment_key,
                                        .refund = {},
                                        .amount = approved.amount,
                                        .balance_before = approved.amount.amount,
                                        .reason = "test purchase"};
    RefundResult said = RefundResult::kOutcomeUnknown;
    for (int tries = 0; tries < kRefundTries; ++tries) {
        said = co_await gateway.cancel(cancel);
        if (said == RefundResult::kDone || said == RefundResult::kRefused) break;
    }
    co_return refunded(said, request, approved.amount);
}

}  // namespace

awaitable<std::vector<TrialStep>> try_purchase(payment::PaymentGateway& gateway,
                                               PaymentRequest request) {
    const auto page = co_await gateway.request(request);
    std::vector<TrialStep> steps{requested(page)};
    if (!page) co_return steps;
    const auto brought = gateway.pay_at_page(*page);
    if (!brought) {
        steps.push_back({"page", false, preflight_message("trial_page_needs_person")});
        co_return steps;
    }
    const auto returned = gateway.parse_return(*brought);
    const auto mistake = mistake_in(returned, request);
    steps.push_back({"page", !mistake, mistake ? *mistake : preflight_message("trial_page_paid")});
    PaymentResult said = payment::result::OutcomeUnknown{};
    if (!mistake) {
        said = co_await call_provider(
            gateway, {request.name, returned->payment_key, returned->approval, request.amount},
            [&](payment::ConfirmRequest lost) { return gateway.net_cancel(std::move(lost)); });
        steps.push_back(confirmed(said, gateway, request));
    }
    // The payment may have been charged although a step failed; then it is refunded.
    if (lost(said))
        said = co_await gateway.query({request.name, returned ? returned->payment_key : ""});
    if (const auto* const approved = std::get_if<Approved>(&said))
        steps.push_back(co_await give_back(gateway, request, *approved));
    co_return steps;
}

}  // namespace onsale::sale
