// Contract of the port PaymentGateway, for every adapter.
#include <algorithm>

#include "tests/contract/gateway_adapter.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;
using payment::AttemptName;
using payment::BrowserReturn;
using payment::DeclineReason;
using payment::GatewayError;
using payment::kWon;
using payment::Money;
using payment::PaymentResult;
using payment::RefundResult;
using payment::ReturnError;
using payment::WebhookError;
namespace result = payment::result;

// Tests are never skipped. A provider without a trait needs tests of its different behaviour.
constexpr std::string_view kOtherPromise = "write what this provider promises instead";
constexpr AttemptName kName{{17}, 2};
constexpr Money kPrice{50'000, kWon};
// Longer than the delay of a provider's first webhook, and well within the validity of its
// signature.
constexpr Duration kSoon = 1min;

class PaymentGatewayContract : public GatewayContract {
  protected:
    auto ask(const AttemptName& name = kName, const Money& amount = kPrice) {
        payment::PaymentRequest request;
        request.name = name;
        request.amount = amount;
        request.title = "Evening";
        request.return_url = "/api/payment/return?state=s1";
        request.valid_until = adapter_->time().wall() + 10min;
        return await(gateway_.request(request));
    }
    // Requests a payment and lets the guest act on the page.
    BrowserReturn guest(GuestDoes does) { return adapter_->guest(ask().value(), does); }
    PaymentResult confirm(const BrowserReturn& returned, const Money& amount = kPrice) {
        const auto parsed = gateway_.parse_return(returned);
        key_ = parsed.value().payment_key;
        return await(gateway_.confirm({kName, key_, parsed->approval, amount}));
    }
    PaymentResult query() { return await(gateway_.query({kName, key_})); }
    RefundResult cancel(std::uint16_t index, std::int64_t amount, std::int64_t before) {
        return await(gateway_.cancel({kName, key_, {index}, {amount, kWon}, before, "asked for"}));
    }
    void expect_approved(const PaymentResult& answer) {
        const auto* const approved = std::get_if<result::Approved>(&answer);
        ASSERT_NE(approved, nullptr);
        EXPECT_EQ(approved->amount, kPrice);
        EXPECT_EQ(approved->merchant, gateway_.merchant());
        EXPECT_EQ(approved->payment_key, key_);
    }
    payment::WebhookRequest webhook() {
        confirm(guest(GuestDoes::kPays));
        adapter_->time().advance(kSoon);
        return adapter_->webhooks().at(0);
    }
    auto verify(const payment::WebhookRequest& webhook, Duration later = 0s) {
        return gateway_.verify_webhook(webhook, adapter_->time().wall() + later);
    }
    static std::optional<DeclineReason> declined(const PaymentResult& answer) {
        const auto* const found = std::get_if<result::Declined>(&answer);
        return found == nullptr ? std::nullopt : std::optional{found->reason};
    }

    std::string key_;
};

TEST_P(PaymentGatewayContract, AskingAgainGivesTheSamePage) {
    const auto first = ask();
    EXPECT_FALSE(first->url.empty());
    EXPECT_EQ(ask()->url, first->url);
    EXPECT_EQ(ask()->fields, first->fields);
    EXPECT_NE(ask({{17}, 3})->url, first->url);
}

TEST_P(PaymentGatewayContract, AnAttemptHasOneAmount) {
    ASSERT_TRUE(ask());
    EXPECT_EQ(ask(kName, {1, kWon}).error(), GatewayError::kRefused);
}

TEST_P(PaymentGatewayContract, AnUnpaidPaymentIsPending) {
    ASSERT_TRUE(ask());
    EXPECT_TRUE(std::holds_alternative<result::Pending>(query()));
}

TEST_P(PaymentGatewayContract, AnAttemptNobodyAskedForIsDeclined) {
    EXPECT_TRUE(declined(query()));
}

TEST_P(PaymentGatewayContract, TheReturnNamesTheAttempt) {
    const auto parsed = gateway_.parse_return(guest(GuestDoes::kPays));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->name, kName);
    EXPECT_EQ(parsed->amount, kPrice);
    EXPECT_FALSE(parsed->gave_up);
    EXPECT_FALSE(parsed->payment_key.empty());
}

TEST_P(PaymentGatewayContract, AGuestWhoLeavesIsToldApartAndChargedNothing) {
    const auto parsed = gateway_.parse_return(guest(GuestDoes::kLeaves));
    EXPECT_TRUE(parsed->gave_up);
    EXPECT_EQ(declined(query()), DeclineReason::kGuestLeft);
}

TEST_P(PaymentGatewayContract, AConfirmedPaymentIsApprovedAndStaysSo) {
    expect_approved(confirm(guest(GuestDoes::kPays)));
    expect_approved(query());
}

TEST_P(PaymentGatewayContract, ADeclinedPaymentIsDeclinedForGood) {
    EXPECT_TRUE(declined(confirm(guest(GuestDoes::kIsDeclined))));
    EXPECT_TRUE(declined(query()));
}

TEST_P(PaymentGatewayContract, ALostAnswerIsUnknownAndAQuestionFindsTheCharge) {
    const PaymentResult answer = confirm(guest(GuestDoes::kPaysAndTheAnswerIsLost));
    EXPECT_TRUE(std::holds_alternative<result::OutcomeUnknown>(answer));
    expect_approved(query());
}

TEST_P(PaymentGatewayContract, AnotherAmountIsNeverApproved) {
    const PaymentResult answer = confirm(guest(GuestDoes::kPays), {1, kWon});
    EXPECT_FALSE(std::holds_alternative<result::Approved>(answer));
    EXPECT_FALSE(std::holds_alternative<result::Approved>(query()));
}

TEST_P(PaymentGatewayContract, APaymentThatNobodyFinishedIsOverInTheEnd) {
    guest(GuestDoes::kPays);
    adapter_->time().advance(24h);
    EXPECT_EQ(declined(query()), DeclineReason::kExpired);
}

TEST_P(PaymentGatewayContract, ANetCancelTakesTheLostApprovalBack) {
    ASSERT_TRUE(gateway_.traits().net_cancel) << kOtherPromise;
    confirm(guest(GuestDoes::kPaysAndTheAnswerIsLost));
    EXPECT_EQ(declined(await(gateway_.net_cancel({kName, key_, {}, kPrice}))),
              DeclineReason::kReversed);
    EXPECT_EQ(declined(query()), DeclineReason::kReversed);
}

TEST_P(PaymentGatewayContract, AChargeIsGivenBackWhole) {
    confirm(guest(GuestDoes::kPays));
    EXPECT_EQ(cancel(0, 50'000, 50'000), RefundResult::kDone);
    EXPECT_EQ(cancel(1, 1, 0), RefundResult::kRefused);
}

TEST_P(PaymentGatewayContract, AChargeIsGivenBackInParts) {
    ASSERT_TRUE(gateway_.traits().partial_cancel) << kOtherPromise;
    confirm(guest(GuestDoes::kPays));
    EXPECT_EQ(cancel(0, 20'000, 50'000), RefundResult::kDone);
    EXPECT_EQ(cancel(1, 30'000, 30'000), RefundResult::kDone);
}

TEST_P(PaymentGatewayContract, TheSameRefundAgainChangesNothing) {
    confirm(guest(GuestDoes::kPays));
    ASSERT_EQ(cancel(0, 20'000, 50'000), RefundResult::kDone);
    EXPECT_EQ(cancel(0, 20'000, 50'000), RefundResult::kDone);
    EXPECT_EQ(cancel(1, 30'000, 30'000), RefundResult::kDone);
}

TEST_P(PaymentGatewayContract, ARefundFromAnotherBalanceIsRefused) {
    confirm(guest(GuestDoes::kPays));
    EXPECT_EQ(cancel(0, 20'000, 40'000), RefundResult::kRefused);
    EXPECT_EQ(cancel(0, 50'001, 50'000), RefundResult::kRefused);
    EXPECT_EQ(cancel(0, 20'000, 50'000), RefundResult::kDone);
}

TEST_P(PaymentGatewayContract, APaymentThatWasNotChargedIsNotRefunded) {
    key_ = gateway_.parse_return(guest(GuestDoes::kPays))->payment_key;
    EXPECT_EQ(cancel(0, 50'000, 50'000), RefundResult::kRefused);
}

TEST_P(PaymentGatewayContract, AWebhookWithItsProofIsBelieved) {
    ASSERT_TRUE(gateway_.traits().signed_webhooks) << kOtherPromise;
    const auto notice = verify(webhook());
    ASSERT_TRUE(notice);
    EXPECT_EQ(notice->name, kName);
    EXPECT_FALSE(notice->id.empty());
    ASSERT_TRUE(notice->result);
    expect_approved(*notice->result);
}

TEST_P(PaymentGatewayContract, AWebhookTellsOfADecline) {
    ASSERT_TRUE(gateway_.traits().signed_webhooks) << kOtherPromise;
    guest(GuestDoes::kIsDeclined);
    adapter_->time().advance(kSoon);
    const auto notice = verify(adapter_->webhooks().at(0));
    ASSERT_TRUE(notice && notice->result);
    EXPECT_TRUE(declined(*notice->result));
}

TEST_P(PaymentGatewayContract, AWebhookWithoutItsProofIsNot) {
    ASSERT_TRUE(gateway_.traits().signed_webhooks) << kOtherPromise;
    const payment::WebhookRequest good = webhook();
    payment::WebhookRequest changed = good;
    changed.body.replace(changed.body.find("50000"), 5, "50001");
    payment::WebhookRequest bare = good;
    bare.headers.clear();
    EXPECT_EQ(verify(changed).error(), WebhookError::kBadProof);
    EXPECT_EQ(verify(bare).error(), WebhookError::kBadProof);
    for (std::size_t i = 0; i < good.headers.size(); ++i) {
        payment::WebhookRequest spoilt = good;
        spoilt.headers[i].second += "0";
        EXPECT_EQ(verify(spoilt).error(), WebhookError::kBadProof) << good.headers[i].first;
        payment::WebhookRequest twice = good;
        twice.headers.push_back(good.headers[i]);
        EXPECT_EQ(verify(twice).error(), WebhookError::kBadProof) << good.headers[i].first;
    }
}

TEST_P(PaymentGatewayContract, HeaderNamesHaveNoCase) {
    payment::WebhookRequest shouted = webhook();
    for (auto& [name, value] : shouted.headers)
        std::ranges::transform(name, name.begin(), [](char c) {
            return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        });
    EXPECT_TRUE(verify(shouted));
}

TEST_P(PaymentGatewayContract, AnOldWebhookIsNotBelieved) {
    ASSERT_TRUE(gateway_.traits().signed_webhooks) << kOtherPromise;
    const payment::WebhookRequest old = webhook();
    EXPECT_EQ(verify(old, 1h).error(), WebhookError::kTooOld);
    EXPECT_EQ(verify(old, -1h).error(), WebhookError::kTooOld);
}

TEST_P(PaymentGatewayContract, AWebhookForSomebodyElseIsForeign) {
    EXPECT_EQ(verify(adapter_->foreign_webhook(true)).error(), WebhookError::kForeign);
    EXPECT_EQ(verify(adapter_->foreign_webhook(false)).error(), WebhookError::kForeign);
}

TEST_P(PaymentGatewayContract, AReturnWithoutItsFieldsIsMalformed) {
    const BrowserReturn good = guest(GuestDoes::kPays);
    EXPECT_EQ(gateway_.parse_return({}).error(), ReturnError::kMalformed);
    for (const auto& field : good.fields) {
        if (field.first == "state") continue;  // This field is ours, not the provider's.
        BrowserReturn less = good;
        std::erase(less.fields, field);
        EXPECT_EQ(gateway_.parse_return(less).error(), ReturnError::kMalformed) << field.first;
        BrowserReturn twice = good;
        twice.fields.push_back(field);
        EXPECT_EQ(gateway_.parse_return(twice).error(), ReturnError::kMalformed) << field.first;
    }
}

TEST_P(PaymentGatewayContract, AReturnOfAnotherShopsOrderIsForeign) {
    BrowserReturn other = guest(GuestDoes::kPays);
    for (auto& [name, value] : other.fields)
        if (name == adapter_->name_field()) value = "other-17-2";
    EXPECT_EQ(gateway_.parse_return(other).error(), ReturnError::kForeign);
}

INSTANTIATE_TEST_SUITE_P(Providers, PaymentGatewayContract, testing::ValuesIn(gateways()),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace onsale::contract
