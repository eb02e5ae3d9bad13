#include "sale/app/try_purchase.hpp"

#include <deque>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "payment/domain/order_code.hpp"

namespace onsale::sale {
namespace {

using payment::RefundResult;
using payment::result::Approved;
using payment::result::Declined;
using payment::result::OutcomeUnknown;

constexpr payment::Money kAmount{100, payment::kWon};

// Behaves correctly unless configured otherwise, and records the calls.
class TrialGateway : public payment::PaymentGateway {
  public:
    std::optional<payment::GatewayError> no_page;
    std::optional<payment::BrowserReturn> brought = payment::BrowserReturn{};
    payment::ReturnedPayment returned{{payment::trial_code(1), 1}, false, "key-1", kAmount, "ok"};
    payment::PaymentResult answer = Approved{"key-1", "hall", kAmount};
    payment::PaymentResult found = Declined{};
    std::deque<RefundResult> refunds{RefundResult::kDone};
    std::vector<payment::ConfirmRequest> confirms;
    std::vector<payment::CancelRequest> cancels;

    payment::GatewayTraits what{};
    payment::PaymentResult net_cancel_answer = Declined{payment::DeclineReason::kReversed};
    std::vector<payment::ConfirmRequest> net_cancels;
    int queries = 0;

    payment::GatewayTraits traits() const override { return what; }
    std::string_view merchant() const override { return "hall"; }
    boost::asio::awaitable<Result<payment::PaymentPage, payment::GatewayError>> request(
        payment::PaymentRequest) override {
        if (no_page) co_return fail(*no_page);
        co_return payment::PaymentPage{"https://pay.example/1", {}};
    }
    boost::asio::awaitable<payment::PaymentResult> confirm(
        payment::ConfirmRequest confirm) override {
        confirms.push_back(std::move(confirm));
        co_return answer;
    }
    boost::asio::awaitable<payment::PaymentResult> query(payment::QueryRequest) override {
        ++queries;
        co_return found;
    }
    boost::asio::awaitable<payment::PaymentResult> net_cancel(
        payment::ConfirmRequest confirm) override {
        net_cancels.push_back(std::move(confirm));
        co_return net_cancel_answer;
    }
    boost::asio::awaitable<RefundResult> cancel(payment::CancelRequest cancel) override {
        cancels.push_back(std::move(cancel));
        const RefundResult said = refunds.front();
        if (refunds.size() > 1) refunds.pop_front();
        co_return said;
    }
    std::optional<payment::BrowserReturn> pay_at_page(const payment::PaymentPage&) override {
        return brought;
    }
    Result<payment::ReturnedPayment, payment::ReturnError> parse_return(
        const payment::BrowserReturn&) const override {
        return returned;
    }
    Result<payment::WebhookNotice, payment::WebhookError> verify_webhook(
        const payment::WebhookRequest&, Instant) const override {
        return fail(payment::WebhookError::kMalformed);
    }
};

class TryPurchase : public ::testing::Test {
  protected:
    // The steps by name, with '!' before failed ones.
    std::vector<std::string> steps() {
        boost::asio::io_context loop;
        std::vector<std::string> names;
        const auto keep = [&](std::exception_ptr, std::vector<TrialStep> steps) {
            for (const TrialStep& step : steps) {
                EXPECT_FALSE(format_english(step.found).empty()) << step.name;
                names.push_back((step.ok ? "" : "!") + step.name);
            }
        };
        boost::asio::co_spawn(
            loop,
            try_purchase(
                gateway_,
                {{payment::trial_code(1), 1}, kAmount, "Test purchase", "/return", Instant{}}),
            keep);
        loop.run();
        return names;
    }

    using Names = std::vector<std::string>;
    TrialGateway gateway_;
};

TEST_F(TryPurchase, BuysAndGivesAllBack) {
    EXPECT_EQ(steps(), (Names{"request", "page", "confirm", "refund"}));
    ASSERT_EQ(gateway_.confirms.size(), 1u);
    EXPECT_EQ(gateway_.confirms[0].payment_key, "key-1");
    EXPECT_EQ(gateway_.confirms[0].approval, "ok");
    ASSERT_EQ(gateway_.cancels.size(), 1u);
    EXPECT_EQ(gateway_.cancels[0].amount, kAmount);
    EXPECT_EQ(gateway_.cancels[0].balance_before, kAmount.amount);
}

TEST_F(TryPurchase, EndsWhereTheProviderGivesNoPage) {
    using enum payment::GatewayError;
    for (const auto error : {kRefused, kUnavailable, kOutcomeUnknown}) {
        gateway_.no_page = error;
        EXPECT_EQ(steps(), Names{"!request"});
    }
}

TEST_F(TryPurchase, LeavesAPageAloneThatOnlyAPersonCanUse) {
    gateway_.brought.reset();
    EXPECT_EQ(steps(), (Names{"request", "!page"}));
    EXPECT_TRUE(gateway_.confirms.empty());
}

TEST_F(TryPurchase, DoesNotConfirmWhatThePageDidNotPay) {
    gateway_.returned.gave_up = true;
    EXPECT_EQ(steps(), (Names{"request", "!page"}));
    gateway_.returned.gave_up = false;
    gateway_.returned.amount = {99, payment::kWon};
    EXPECT_EQ(steps(), (Names{"request", "!page"}));
    gateway_.returned.amount = kAmount;
    gateway_.returned.name.order = payment::trial_code(2);
    EXPECT_EQ(steps(), (Names{"request", "!page"}));
    EXPECT_TRUE(gateway_.confirms.empty());
}

TEST_F(TryPurchase, GivesBackWhatAPageChargedThatThenSaidNo) {
    gateway_.returned.gave_up = true;
    gateway_.found = Approved{"key-1", "hall", kAmount};
    EXPECT_EQ(steps(), (Names{"request", "!page", "refund"}));
}

TEST_F(TryPurchase, RefundsNothingThatWasDeclined) {
    gateway_.answer = Declined{};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm"}));
    gateway_.answer = payment::result::Unavailable{};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm"}));
    EXPECT_TRUE(gateway_.cancels.empty());
}

TEST_F(TryPurchase, GivesBackWhatWasChargedWithoutAnAnswer) {
    gateway_.answer = OutcomeUnknown{};
    gateway_.found = Approved{"key-1", "hall", kAmount};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm", "refund"}));
}

TEST_F(TryPurchase, TakesALostApprovalBackWhereTheProviderCan) {
    gateway_.what.net_cancel = true;
    gateway_.answer = OutcomeUnknown{};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm"}));
    ASSERT_EQ(gateway_.net_cancels.size(), 1u);
    EXPECT_EQ(gateway_.net_cancels[0].payment_key, "key-1");
    EXPECT_EQ(gateway_.queries, 0);
    EXPECT_TRUE(gateway_.cancels.empty());
}

TEST_F(TryPurchase, AsksAboutAPaymentThatCouldNotBeTakenBack) {
    gateway_.what.net_cancel = true;
    gateway_.answer = OutcomeUnknown{};
    gateway_.net_cancel_answer = OutcomeUnknown{};
    gateway_.found = Approved{"key-1", "hall", kAmount};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm", "refund"}));
    EXPECT_EQ(gateway_.queries, 1);
}

TEST_F(TryPurchase, GivesBackAWrongAmountAsItWasCharged) {
    gateway_.answer = Approved{"key-1", "hall", {200, payment::kWon}};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm", "refund"}));
    EXPECT_EQ(gateway_.cancels.at(0).amount.amount, 200);
}

TEST_F(TryPurchase, IsToldWhenTheMoneyWentToAnother) {
    gateway_.answer = Approved{"key-1", "somebody", kAmount};
    EXPECT_EQ(steps(), (Names{"request", "page", "!confirm", "refund"}));
}

TEST_F(TryPurchase, AsksAgainForARefundWhoseAnswerWasLost) {
    gateway_.refunds = {RefundResult::kOutcomeUnknown, RefundResult::kDone};
    EXPECT_EQ(steps(), (Names{"request", "page", "confirm", "refund"}));
    ASSERT_EQ(gateway_.cancels.size(), 2u);
    EXPECT_EQ(gateway_.cancels[0].refund, gateway_.cancels[1].refund);
}

TEST_F(TryPurchase, SaysThatTheMoneyDidNotComeBack) {
    for (const auto said :
         {RefundResult::kRefused, RefundResult::kUnavailable, RefundResult::kOutcomeUnknown}) {
        gateway_.refunds = {said};
        EXPECT_EQ(steps(), (Names{"request", "page", "confirm", "!refund"}));
    }
}

}  // namespace
}  // namespace onsale::sale
