#include "sale/app/try_purchase.hpp"

#include <utility>

#include <fmt/format.h>

namespace onsale::sale {

using boost::asio::awaitable;
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

std::string in_words(const Money& money) {
    return fmt::format("{} {}", money.amount, money.currency.text());
}

TrialStep requested(const Result<payment::PaymentPage, GatewayError>& page) {
    if (page) return {"request", true, "the provider's page is " + page->url};
    switch (page.error()) {
        case GatewayError::kRefused:
            return {"request", false,
                    "refused: check the merchant's keys and server.public_url at the provider"};
        case GatewayError::kUnavailable:
            return {"request", false, "the provider cannot be reached: check the network"};
        case GatewayError::kOutcomeUnknown:
            return {"request", false, "no answer: try again, then ask the provider"};
    }
    return {};
}

// The problem with the browser's data; empty if it can be confirmed.
std::string mistake_in(const Result<ReturnedPayment, payment::ReturnError>& returned,
                       const PaymentRequest& request) {
    if (!returned) return "what the page sends back cannot be read: check the provider's version";
    if (returned->name != request.name) return "the page sends back another payment";
    if (returned->gave_up) return "the page says that it was left unpaid";
    if (returned->amount != request.amount)
        return "the page sends back another amount: " + in_words(returned->amount);
    return {};
}

std::string mistake_in(const Approved& approved, const payment::PaymentGateway& gateway,
                       const PaymentRequest& request) {
    if (approved.merchant != gateway.merchant())
        return fmt::format("approved for the merchant {}, not ours", approved.merchant);
    if (approved.amount != request.amount)
        return "approved with another amount: " + in_words(approved.amount);
    return {};
}

TrialStep confirmed(const PaymentResult& said, const payment::PaymentGateway& gateway,
                    const PaymentRequest& request) {
    if (const auto* const approved = std::get_if<Approved>(&said)) {
        const std::string mistake = mistake_in(*approved, gateway, request);
        return {"confirm", mistake.empty(),
                mistake.empty() ? "charged " + in_words(approved->amount) : mistake};
    }
    if (std::holds_alternative<Declined>(said))
        return {"confirm", false, "declined and not charged: try another card"};
    if (std::holds_alternative<payment::result::Unavailable>(said))
        return {"confirm", false, "did not arrive and not charged: check the network"};
    return {"confirm", false,
            fmt::format("no answer: look for {} at the provider, it may be charged",
                        to_text(request.name))};
}

TrialStep refunded(RefundResult said, const PaymentRequest& request, const Money& charged) {
    const std::string what = in_words(charged);
    const std::string name = to_text(request.name);
    switch (said) {
        case RefundResult::kDone:
            return {"refund", true, "given back " + what};
        case RefundResult::kRefused:
            return {"refund", false,
                    fmt::format("refused: give {} of {} back at the provider", what, name)};
        case RefundResult::kUnavailable:
            return {"refund", false,
                    fmt::format("did not arrive: give {} of {} back at the provider", what, name)};
        case RefundResult::kOutcomeUnknown:
            return {"refund", false,
                    fmt::format("no answer: look at the provider whether {} of {} came back", what,
                                name)};
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
                                               PaymentRequest request, TrialPayer payer) {
    const auto page = co_await gateway.request(request);
    std::vector<TrialStep> steps{requested(page)};
    if (!page) co_return steps;
    const auto brought = payer(*page);
    if (!brought) {
        steps.push_back(
            {"page", false,
             "only a person can pay there: buy and refund a seat of a rehearsal event"});
        co_return steps;
    }
    const auto returned = gateway.parse_return(*brought);
    const std::string mistake = mistake_in(returned, request);
    steps.push_back({"page", mistake.empty(), mistake.empty() ? "paid and came back" : mistake});
    PaymentResult said = payment::result::OutcomeUnknown{};
    if (mistake.empty()) {
        said = co_await gateway.confirm(
            {request.name, returned->payment_key, returned->approval, request.amount});
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
