#include "sale/app/cashier.hpp"

#include <gtest/gtest.h>

#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

using payment::result::Approved;

class CashierTest : public CheckoutTest {
  protected:
    void see(payment::FactBody body) {
        cashier_.see(Facts{payment::Fact{kTestOrder, {}, std::move(body)}});
        run();
    }
    bool hear(payment::WebhookNotice notice) {
        bool heard = false;
        cashier_.hear(std::move(notice), [&heard] { heard = true; });
        run();
        return heard;
    }

    Cashier cashier_{loop_, orders_, providers_};
};

TEST_F(CashierTest, AsksTheProviderWhatAnInquiryWantsToKnow) {
    see(payment::fact::InquirySent{1, std::nullopt});
    ASSERT_EQ(gateway_.queries.size(), 1u);
    EXPECT_EQ(gateway_.queries[0].name, kTestAttempt);
    EXPECT_EQ(orders_.recorded.size(), 1u);
}

TEST_F(CashierTest, ConfirmsWhatAGuestBroughtBack) {
    be_back();
    see(payment::fact::GuestReturned{1, "key-1", "token", {}});
    ASSERT_EQ(gateway_.confirms.size(), 1u);
    EXPECT_EQ(gateway_.confirms[0].approval, "token");
    EXPECT_EQ(orders_.recorded.size(), 1u);
}

TEST_F(CashierTest, SendsARefund) {
    be_paid();
    see(payment::fact::RefundSent{{0}, {}});
    EXPECT_EQ(gateway_.cancels.size(), 1u);
    EXPECT_EQ(orders_.refunds_recorded.size(), 1u);
}

TEST_F(CashierTest, MakesNoCallForOtherFacts) {
    see(payment::fact::ConfirmSent{1, "key-1", {}});
    see(payment::fact::OrderPaid{{0}});
    EXPECT_TRUE(gateway_.queries.empty() && gateway_.cancels.empty());
    EXPECT_TRUE(orders_.recorded.empty());
}

TEST_F(CashierTest, HearsAWebhookWithAndWithoutAResult) {
    EXPECT_TRUE(hear(notice(Approved{"key-1", "hall", kTestPrice})));
    EXPECT_TRUE(gateway_.queries.empty());
    EXPECT_TRUE(hear(notice(std::nullopt)));
    EXPECT_EQ(gateway_.queries.size(), 1u);
}

TEST_F(CashierTest, HasNotHeardAWebhookThatIsNotDurable) {
    orders_.refusal = {PayError::kUnavailable};
    EXPECT_FALSE(hear(notice(Approved{"key-1", "hall", kTestPrice})));
    EXPECT_FALSE(hear(notice(std::nullopt)));
}

TEST_F(CashierTest, PutsCallsOffBeyondItsLimit) {
    for (std::size_t i = 0; i <= kCallsMax; ++i)
        cashier_.see(Facts{payment::Fact{kTestOrder, {}, payment::fact::InquirySent{1, {}}}});
    run();
    EXPECT_EQ(gateway_.queries.size(), kCallsMax);
    see(payment::fact::InquirySent{1, {}});
    EXPECT_EQ(gateway_.queries.size(), kCallsMax + 1) << "the calls that ended still count";
}

}  // namespace
}  // namespace onsale::sale
