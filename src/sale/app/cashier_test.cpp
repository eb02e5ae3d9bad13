#include "sale/app/cashier.hpp"

#include <gtest/gtest.h>

#include "sale/app/test_orders.hpp"

namespace onsale::sale {
namespace {

using payment::result::Approved;

constexpr payment::ProviderId kProvider{1};
constexpr payment::OrderId kOrder{7};
constexpr payment::OrderCode kCode{0xabc};
constexpr payment::Money kPrice{100'000, payment::kWon};

// Gives the configured answers and records the calls.
class TestGateway : public payment::PaymentGateway {
  public:
    payment::PaymentResult answer = Approved{"key-1", "hall", kPrice};
    payment::RefundResult refund_answer = payment::RefundResult::kDone;
    std::vector<payment::ConfirmRequest> confirms;
    std::vector<payment::QueryRequest> queries;
    std::vector<payment::CancelRequest> cancels;

    payment::GatewayTraits what{};

    payment::GatewayTraits traits() const override { return what; }
    std::string_view merchant() const override { return "hall"; }
    boost::asio::awaitable<Result<payment::PaymentPage, payment::GatewayError>> request(
        payment::PaymentRequest) override {
        co_return payment::PaymentPage{};
    }
    boost::asio::awaitable<payment::PaymentResult> confirm(
        payment::ConfirmRequest confirm) override {
        confirms.push_back(std::move(confirm));
        co_return answer;
    }
    boost::asio::awaitable<payment::PaymentResult> query(payment::QueryRequest query) override {
        queries.push_back(std::move(query));
        co_return answer;
    }
    boost::asio::awaitable<payment::PaymentResult> net_cancel(payment::ConfirmRequest) override {
        co_return answer;
    }
    boost::asio::awaitable<payment::RefundResult> cancel(payment::CancelRequest cancel) override {
        cancels.push_back(std::move(cancel));
        co_return refund_answer;
    }
    Result<payment::ReturnedPayment, payment::ReturnError> parse_return(
        const payment::BrowserReturn&) const override {
        return fail(payment::ReturnError::kMalformed);
    }
    Result<payment::WebhookNotice, payment::WebhookError> verify_webhook(
        const payment::WebhookRequest&, Instant) const override {
        return fail(payment::WebhookError::kMalformed);
    }
};

class CashierTest : public ::testing::Test {
  protected:
    CashierTest() {
        payment::Order& order = orders_.copy.order;
        order.id = kOrder;
        order.code = kCode;
        order.attempts = {{kProvider, "hall", {}, kPrice, "key-1"}};
        order.charges = {{1, "key-1", kPrice, {}}};
        payment::Refund refund;
        refund.state = payment::RefundState::kSent;
        refund.tries = 2;
        refund.quote.amount = {40'000, payment::kWon};
        order.refunds = {refund};
    }

    void see(payment::FactBody body) {
        cashier_.see(Facts{payment::Fact{kOrder, {}, std::move(body)}});
        run();
    }
    bool hear(payment::WebhookNotice notice) {
        bool heard = false;
        cashier_.hear(std::move(notice), [&heard] { heard = true; });
        run();
        return heard;
    }
    void run() {
        loop_.restart();
        loop_.run();
    }
    static payment::WebhookNotice notice(std::optional<payment::PaymentResult> result) {
        return {"id", {kCode, 1}, std::move(result), "ok"};
    }

    boost::asio::io_context loop_;
    TestOrders orders_;
    TestGateway gateway_;
    Cashier cashier_{loop_, orders_, {{kProvider, &gateway_}}};
};

TEST_F(CashierTest, AsksTheProviderWhatAnInquiryWantsToKnow) {
    see(payment::fact::InquirySent{1, std::nullopt});
    ASSERT_EQ(gateway_.queries.size(), 1u);
    EXPECT_EQ(gateway_.queries[0].name, (payment::AttemptName{kCode, 1}));
    EXPECT_EQ(gateway_.queries[0].payment_key, "key-1");
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kQuery);
    EXPECT_TRUE(std::holds_alternative<Approved>(orders_.recorded[0].result));
}

TEST_F(CashierTest, ConfirmsWhatAGuestBroughtBack) {
    orders_.copy.order.confirming = true;
    orders_.copy.order.approval = "token";
    orders_.copy.calls_provider = true;
    see(payment::fact::GuestReturned{1, "key-1", "token", {}});
    ASSERT_EQ(orders_.confirmed.size(), 1u);
    EXPECT_EQ(orders_.confirmed[0].amount, kPrice);
    ASSERT_EQ(gateway_.confirms.size(), 1u);
    EXPECT_EQ(gateway_.confirms[0].payment_key, "key-1");
    EXPECT_EQ(gateway_.confirms[0].approval, "token");
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kAnswer);
}

TEST_F(CashierTest, CallsNobodyForAReturnThatSomebodyElseConfirms) {
    orders_.copy.order.confirming = true;
    orders_.copy.order.approval = "token";
    see(payment::fact::GuestReturned{1, "key-1", "token", {}});
    orders_.copy.order.approval.reset();
    orders_.copy.calls_provider = true;
    see(payment::fact::GuestReturned{1, "key-1", "token", {}});
    EXPECT_EQ(orders_.confirmed.size(), 1u);
    EXPECT_TRUE(gateway_.confirms.empty());
}

TEST_F(CashierTest, SendsARefundWithWhatTheProviderStillHas) {
    see(payment::fact::RefundSent{{0}, {}});
    ASSERT_EQ(gateway_.cancels.size(), 1u);
    EXPECT_EQ(gateway_.cancels[0].amount.amount, 40'000);
    EXPECT_EQ(gateway_.cancels[0].balance_before, 100'000);
    ASSERT_EQ(orders_.refunds_recorded.size(), 1u);
    EXPECT_EQ(orders_.refunds_recorded[0].of_try, 2);
    EXPECT_EQ(orders_.refunds_recorded[0].result, payment::RefundResult::kDone);
}

TEST_F(CashierTest, LeavesARefundAloneThatIsSentNoMore) {
    orders_.copy.order.refunds[0].state = payment::RefundState::kDone;
    see(payment::fact::RefundSent{{0}, {}});
    EXPECT_TRUE(gateway_.cancels.empty());
}

TEST_F(CashierTest, MakesNoCallForOtherFacts) {
    see(payment::fact::ConfirmSent{1, "key-1", {}});
    see(payment::fact::OrderPaid{{0}});
    EXPECT_TRUE(gateway_.queries.empty() && gateway_.cancels.empty());
    EXPECT_TRUE(orders_.recorded.empty());
}

TEST_F(CashierTest, RecordsAWebhookThatSaysWhatHappened) {
    EXPECT_TRUE(hear(notice(Approved{"key-1", "hall", kPrice})));
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kWebhook);
    EXPECT_TRUE(gateway_.queries.empty());
}

TEST_F(CashierTest, AsksWhenAWebhookIsOnlyAReason) {
    EXPECT_TRUE(hear(notice(std::nullopt)));
    EXPECT_EQ(gateway_.queries.size(), 1u);
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kQuery);
}

TEST_F(CashierTest, HasNotHeardAWebhookThatIsNotDurable) {
    orders_.unavailable = true;
    EXPECT_FALSE(hear(notice(Approved{"key-1", "hall", kPrice})));
    EXPECT_FALSE(hear(notice(std::nullopt)));
}

TEST_F(CashierTest, AsksNothingWhileANetCancelMayMakeTheAnswerUntrue) {
    orders_.copy.order.confirming = true;
    gateway_.what.net_cancel = true;
    EXPECT_TRUE(hear(notice(std::nullopt)));
    EXPECT_TRUE(gateway_.queries.empty());
    gateway_.what.net_cancel = false;
    EXPECT_TRUE(hear(notice(std::nullopt)));
    EXPECT_EQ(gateway_.queries.size(), 1u);
}

TEST_F(CashierTest, AsksNobodyAboutAProviderItDoesNotHave) {
    orders_.copy.order.attempts[0].provider = {9};
    see(payment::fact::InquirySent{1, std::nullopt});
    see(payment::fact::RefundSent{{0}, {}});
    EXPECT_TRUE(gateway_.queries.empty() && gateway_.cancels.empty());
}

TEST_F(CashierTest, PutsCallsOffBeyondItsLimit) {
    for (std::size_t i = 0; i <= kCallsMax; ++i)
        cashier_.see(Facts{payment::Fact{kOrder, {}, payment::fact::InquirySent{1, {}}}});
    run();
    EXPECT_EQ(gateway_.queries.size(), kCallsMax);
    see(payment::fact::InquirySent{1, {}});
    EXPECT_EQ(gateway_.queries.size(), kCallsMax + 1) << "the calls that ended still count";
}

}  // namespace
}  // namespace onsale::sale
