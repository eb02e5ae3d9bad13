#include "sale/app/refund_payment.hpp"

#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

class RefundPayment : public CheckoutTest {
  protected:
    RefundPayment() { be_paid(); }

    void refund() { ASSERT_TRUE(run(refund_payment(orders_, providers_, kTestOrder, {0}))); }
};

TEST_F(RefundPayment, NamesTheTryAndWhatTheProviderStillHas) {
    refund();
    ASSERT_EQ(gateway_.cancels.size(), 1u);
    EXPECT_EQ(gateway_.cancels[0].amount.amount, 40'000);
    EXPECT_EQ(gateway_.cancels[0].balance_before, 100'000);
    ASSERT_EQ(orders_.refunds_recorded.size(), 1u);
    EXPECT_EQ(orders_.refunds_recorded[0].of_try, 2);
    EXPECT_EQ(orders_.refunds_recorded[0].result, payment::RefundResult::kDone);
}

TEST_F(RefundPayment, LeavesARefundAloneThatIsSentNoMore) {
    orders_.copy.order.refunds[0].state = payment::RefundState::kDone;
    refund();
    EXPECT_TRUE(gateway_.cancels.empty());
    EXPECT_TRUE(orders_.refunds_recorded.empty());
}

TEST_F(RefundPayment, CallsNobodyForAProviderItDoesNotHave) {
    orders_.copy.order.attempts[0].provider = {9};
    refund();
    EXPECT_TRUE(gateway_.cancels.empty());
}

}  // namespace
}  // namespace onsale::sale
