#include "sale/app/confirm_payment.hpp"

#include "sale/app/confirm_return.hpp"
#include "sale/app/test_checkout.hpp"

namespace onsale::sale {
namespace {

namespace result = payment::result;

class ConfirmPayment : public CheckoutTest {
  protected:
    ConfirmPayment() { orders_.copy.calls_provider = true; }

    OrderOutcome confirm() {
        return run(confirm_payment(orders_, providers_,
                                   {.order = kTestCode,
                                    .guest = std::nullopt,
                                    .attempt = 1,
                                    .payment_key = "key-1",
                                    .amount = kTestPrice},
                                   "token"));
    }
    // The recorded result, which is the only one.
    template <class Said>
    const Said* recorded() const {
        if (orders_.recorded.size() != 1) return nullptr;
        return std::get_if<Said>(&orders_.recorded[0].result);
    }
};

TEST_F(ConfirmPayment, CallsTheProviderOnceAndRecordsItsAnswer) {
    ASSERT_TRUE(confirm());
    ASSERT_EQ(gateway_.confirms.size(), 1u);
    EXPECT_EQ(gateway_.confirms[0].payment_key, "key-1");
    EXPECT_EQ(gateway_.confirms[0].approval, "token");
    EXPECT_EQ(gateway_.confirms[0].amount, kTestPrice);
    ASSERT_NE(recorded<result::Approved>(), nullptr);
    EXPECT_EQ(orders_.recorded[0].source, payment::ResultSource::kAnswer);
    EXPECT_EQ(orders_.recorded[0].by.kind, payment::ActorKind::kProvider);
}

TEST_F(ConfirmPayment, CallsNobodyWhenAnotherCallerHasSentIt) {
    orders_.copy.calls_provider = false;
    ASSERT_TRUE(confirm());
    EXPECT_TRUE(gateway_.confirms.empty());
    EXPECT_TRUE(orders_.recorded.empty());
}

TEST_F(ConfirmPayment, CallsNobodyWithoutADurableConfirm) {
    orders_.refusal = {PayError::kOutcomeUnknown};
    EXPECT_FALSE(confirm());
    EXPECT_TRUE(gateway_.confirms.empty());
}

TEST_F(ConfirmPayment, TakesALostApprovalBackWhereTheProviderCan) {
    gateway_.answer = result::OutcomeUnknown{};
    ASSERT_TRUE(confirm());
    EXPECT_TRUE(orders_.taken_back.empty());
    orders_.recorded.clear();
    gateway_.what.net_cancel = true;
    ASSERT_TRUE(confirm());
    EXPECT_EQ(orders_.taken_back.size(), 1u);
    EXPECT_EQ(gateway_.net_cancels.size(), 1u);
    EXPECT_NE(recorded<result::Declined>(), nullptr);
}

TEST_F(ConfirmPayment, LeavesAnApprovalThatAWebhookHasBooked) {
    gateway_.what.net_cancel = true;
    gateway_.answer = result::OutcomeUnknown{};
    orders_.take_back_refusal = {PayError::kOrder, payment::OrderError::kWrongState};
    ASSERT_TRUE(confirm());
    EXPECT_TRUE(gateway_.net_cancels.empty());
    EXPECT_NE(recorded<result::OutcomeUnknown>(), nullptr);
}

TEST_F(ConfirmPayment, RecordsThatAProviderWhichIsGoneWasNotCalled) {
    providers_.clear();
    ASSERT_TRUE(confirm());
    EXPECT_NE(recorded<result::Unavailable>(), nullptr);
}

TEST_F(ConfirmPayment, ShowsAnOrderThatRefusesTheAnswer) {
    orders_.record_refusal = {PayError::kOrder, payment::OrderError::kMismatch};
    EXPECT_TRUE(confirm());
    orders_.record_refusal = {PayError::kUnavailable};
    EXPECT_FALSE(confirm());
}

class ConfirmReturn : public CheckoutTest {
  protected:
    OrderOutcome confirm(std::uint8_t attempt = 1) {
        return run(confirm_return(orders_, providers_, kTestOrder, attempt));
    }
};

TEST_F(ConfirmReturn, ConfirmsWithTheStoredDataAndTheAmountOfTheOrder) {
    be_back();
    ASSERT_TRUE(confirm());
    ASSERT_EQ(orders_.confirmed.size(), 1u);
    EXPECT_EQ(orders_.confirmed[0].payment_key, "key-1");
    EXPECT_EQ(orders_.confirmed[0].amount, kTestPrice);
    ASSERT_EQ(gateway_.confirms.size(), 1u);
    EXPECT_EQ(gateway_.confirms[0].approval, "token");
}

TEST_F(ConfirmReturn, CallsNobodyWhenAnotherCallerConfirms) {
    be_back();
    orders_.copy.calls_provider = false;
    ASSERT_TRUE(confirm());
    EXPECT_EQ(orders_.confirmed.size(), 1u);
    EXPECT_TRUE(gateway_.confirms.empty());
}

// The second return of a guest is published like the first one.
TEST_F(ConfirmReturn, DoesNothingForAReturnThatIsConfirmedAlready) {
    be_back();
    orders_.copy.order.approval.reset();
    ASSERT_TRUE(confirm());
    EXPECT_TRUE(orders_.confirmed.empty());
    EXPECT_TRUE(gateway_.confirms.empty());
}

TEST_F(ConfirmReturn, DoesNothingForAnEarlierAttempt) {
    be_back();
    orders_.copy.order.attempts.push_back(orders_.copy.order.attempts[0]);
    ASSERT_TRUE(confirm(1));
    EXPECT_TRUE(orders_.confirmed.empty());
    EXPECT_TRUE(confirm(2));
    EXPECT_EQ(orders_.confirmed.size(), 1u);
}

}  // namespace
}  // namespace onsale::sale
