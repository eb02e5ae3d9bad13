// A net-cancel and an approval that arrive at the same time.
#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

OrderId taking_back(TestOrderBook& orders) {
    const OrderId order = orders.confirming();
    ONSALE_ASSERT(orders.run(command::TakeBack{order, 1}));
    return order;
}

constexpr result::Declined kReversed{DeclineReason::kReversed};

}  // namespace

TEST(TakeBack, AnApprovalIsNotBelievedFromThenOn) {
    for (const auto source :
         {ResultSource::kWebhook, ResultSource::kQuery, ResultSource::kAnswer}) {
        TestOrderBook orders;
        const OrderId order = taking_back(orders);
        EXPECT_EQ(
            error_of(orders.run(TestOrderBook::record(order, TestOrderBook::approved(), source))),
            OrderError::kMismatch);
        EXPECT_TRUE(orders.order(order).charges.empty());
        ASSERT_TRUE(orders.run(TestOrderBook::record(order, kReversed)));
        EXPECT_EQ(orders.order(order).state, OrderState::kHeld);
        EXPECT_FALSE(orders.order(order).booked);
    }
}

TEST(TakeBack, OfWhatIsBookedAlreadyIsRefused) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook)));
    EXPECT_EQ(error_of(orders.run(command::TakeBack{order, 1})), OrderError::kWrongState);
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(TakeBack, IsSentOnceAndOnlyForAConfirmThatIsOnItsWay) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    EXPECT_EQ(error_of(orders.run(command::TakeBack{order, 1})), OrderError::kWrongState);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    EXPECT_EQ(error_of(orders.run(command::TakeBack{order, 2})), OrderError::kWrongState);
    ASSERT_TRUE(orders.run(command::TakeBack{order, 1}));
    EXPECT_EQ(error_of(orders.run(command::TakeBack{order, 1})), OrderError::kWrongState);
    EXPECT_EQ(error_of(orders.run(command::TakeBack{{99}, 1})), OrderError::kUnknownOrder);
}

TEST(TakeBack, WithoutAnAnswerLeavesTheOutcomeToAQuestion) {
    TestOrderBook orders;
    const OrderId order = taking_back(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::OutcomeUnknown{})));
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    ASSERT_TRUE(
        orders.run(TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kQuery)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(TakeBack, AnApprovalSentBeforeItAndReadLaterBuysNothing) {
    TestOrderBook orders;
    const OrderId order = taking_back(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, kReversed)));
    const auto late =
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook);
    EXPECT_EQ(error_of(orders.run(late)), OrderError::kMismatch);
    EXPECT_EQ(orders.order(order).state, OrderState::kHeld);
    // The provider is queried, and its answer is final.
    orders.tick();
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 1u);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, kReversed, ResultSource::kQuery)));
    EXPECT_FALSE(orders.order(order).inquiry);
    EXPECT_TRUE(orders.order(order).charges.empty());
}

TEST(TakeBack, WithoutAnAnswerIsNotUndoneByALateWebhook) {
    TestOrderBook orders;
    const OrderId order = taking_back(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::OutcomeUnknown{})));
    const auto late =
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook);
    EXPECT_EQ(error_of(orders.run(late)), OrderError::kMismatch);
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, kReversed, ResultSource::kQuery)));
    EXPECT_EQ(orders.order(order).state, OrderState::kHeld);
}

TEST(TakeBack, OfAnEarlierAttemptIsNoChargeToGiveBack) {
    TestOrderBook orders;
    const OrderId order = taking_back(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, kReversed)));
    ASSERT_TRUE(orders.run(orders.request()));
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order, 2)));
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(2), ResultSource::kAnswer, 2)));
    const auto late =
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook);
    EXPECT_EQ(error_of(orders.run(late)), OrderError::kMismatch);
    EXPECT_TRUE(orders.order(order).refunds.empty());
}

TEST(TakeBack, ThatDidNotArriveSaysNothingAboutTheConfirm) {
    TestOrderBook orders;
    const OrderId order = taking_back(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Unavailable{})));
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
}

TEST(TakeBack, HasTheFullTimeForItsAnswerAndNoMore) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    orders.pass(70s);
    ASSERT_TRUE(orders.run(command::TakeBack{order, 1}));
    orders.pass(70s);
    EXPECT_TRUE(orders.order(order).taking_back);
    // The process that sent it died before it got the answer.
    orders.pass(10s);
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    EXPECT_FALSE(orders.order(order).taking_back);
}

TEST(TakeBack, LeavesTheNextAttemptAlone) {
    TestOrderBook orders;
    const OrderId order = taking_back(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, kReversed)));
    ASSERT_TRUE(orders.run(orders.request()));
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order, 2)));
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(2), ResultSource::kAnswer, 2)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
    EXPECT_EQ(orders.replayed(), orders.saved());
}

}  // namespace onsale::payment
