#include "sale/app/accept_return.hpp"

#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

class AcceptReturn : public CheckoutTest {
  protected:
    OrderOutcome accept(bool gave_up) {
        return run(accept_return(orders_, {kTestAttempt, gave_up, "key-1", kTestPrice, "token"}));
    }
};

TEST_F(AcceptReturn, StoresWhatTheGuestBroughtAndCallsNobody) {
    ASSERT_TRUE(accept(false));
    ASSERT_EQ(orders_.returned.size(), 1u);
    EXPECT_EQ(orders_.returned[0].order, kTestCode);
    EXPECT_EQ(orders_.returned[0].attempt, 1);
    EXPECT_EQ(orders_.returned[0].payment_key, "key-1");
    EXPECT_EQ(orders_.returned[0].amount, kTestPrice);
    EXPECT_EQ(orders_.returned[0].approval, "token");
    EXPECT_TRUE(orders_.recorded.empty());
    EXPECT_TRUE(gateway_.confirms.empty());
}

TEST_F(AcceptReturn, RecordsThatTheGuestLeft) {
    ASSERT_TRUE(accept(true));
    ASSERT_EQ(orders_.recorded.size(), 1u);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kBrowser);
    EXPECT_EQ(orders_.recorded[0].by.kind, payment::ActorKind::kGuest);
    const auto* const declined =
        std::get_if<payment::result::Declined>(&orders_.recorded[0].result);
    ASSERT_NE(declined, nullptr);
    EXPECT_EQ(declined->reason, payment::DeclineReason::kGuestLeft);
    EXPECT_TRUE(orders_.returned.empty());
}

TEST_F(AcceptReturn, SaysWhenItIsNotDurable) {
    orders_.refusal = {PayError::kUnavailable};
    EXPECT_EQ(accept(false).error().error, PayError::kUnavailable);
    EXPECT_EQ(accept(true).error().error, PayError::kUnavailable);
}

}  // namespace
}  // namespace onsale::sale
