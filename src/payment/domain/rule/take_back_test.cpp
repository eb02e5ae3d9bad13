// A net-cancel and an approval that arrive at the same time.
#include <gtest/gtest.h>

#include "payment/domain/rule/test_desk.hpp"

namespace onsale::payment {
namespace {

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

OrderId taking_back(TestDesk& desk) {
    const OrderId order = desk.confirming();
    ONSALE_ASSERT(desk.run(command::TakeBack{order, 1}));
    return order;
}

constexpr result::Declined kReversed{DeclineReason::kReversed};

}  // namespace

TEST(TakeBack, AnApprovalIsNotBelievedFromThenOn) {
    for (const auto source :
         {ResultSource::kWebhook, ResultSource::kQuery, ResultSource::kAnswer}) {
        TestDesk desk;
        const OrderId order = taking_back(desk);
        EXPECT_EQ(error_of(desk.run(TestDesk::record(order, TestDesk::approved(), source))),
                  OrderError::kMismatch);
        EXPECT_TRUE(desk.order(order).charges.empty());
        ASSERT_TRUE(desk.run(TestDesk::record(order, kReversed)));
        EXPECT_EQ(desk.order(order).state, OrderState::kHeld);
        EXPECT_FALSE(desk.order(order).booked);
    }
}

TEST(TakeBack, OfWhatIsBookedAlreadyIsRefused) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook)));
    EXPECT_EQ(error_of(desk.run(command::TakeBack{order, 1})), OrderError::kWrongState);
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(TakeBack, IsSentOnceAndOnlyForAConfirmThatIsOnItsWay) {
    TestDesk desk;
    const OrderId order = desk.paying();
    EXPECT_EQ(error_of(desk.run(command::TakeBack{order, 1})), OrderError::kWrongState);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    EXPECT_EQ(error_of(desk.run(command::TakeBack{order, 2})), OrderError::kWrongState);
    ASSERT_TRUE(desk.run(command::TakeBack{order, 1}));
    EXPECT_EQ(error_of(desk.run(command::TakeBack{order, 1})), OrderError::kWrongState);
    EXPECT_EQ(error_of(desk.run(command::TakeBack{{99}, 1})), OrderError::kUnknownOrder);
}

TEST(TakeBack, WithoutAnAnswerLeavesTheOutcomeToAQuestion) {
    TestDesk desk;
    const OrderId order = taking_back(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::OutcomeUnknown{})));
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kQuery)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(TakeBack, AnApprovalSentBeforeItAndReadLaterBuysNothing) {
    TestDesk desk;
    const OrderId order = taking_back(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, kReversed)));
    const auto late = TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook);
    EXPECT_EQ(error_of(desk.run(late)), OrderError::kMismatch);
    EXPECT_EQ(desk.order(order).state, OrderState::kHeld);
    // The provider is queried, and its answer is final.
    desk.tick();
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 1u);
    ASSERT_TRUE(desk.run(TestDesk::record(order, kReversed, ResultSource::kQuery)));
    EXPECT_FALSE(desk.order(order).inquiry);
    EXPECT_TRUE(desk.order(order).charges.empty());
}

TEST(TakeBack, WithoutAnAnswerIsNotUndoneByALateWebhook) {
    TestDesk desk;
    const OrderId order = taking_back(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::OutcomeUnknown{})));
    const auto late = TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook);
    EXPECT_EQ(error_of(desk.run(late)), OrderError::kMismatch);
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    ASSERT_TRUE(desk.run(TestDesk::record(order, kReversed, ResultSource::kQuery)));
    EXPECT_EQ(desk.order(order).state, OrderState::kHeld);
}

TEST(TakeBack, OfAnEarlierAttemptIsNoChargeToGiveBack) {
    TestDesk desk;
    const OrderId order = taking_back(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, kReversed)));
    ASSERT_TRUE(desk.run(desk.request()));
    ASSERT_TRUE(desk.run(TestDesk::confirm(order, 2)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(2), ResultSource::kAnswer, 2)));
    const auto late = TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook);
    EXPECT_EQ(error_of(desk.run(late)), OrderError::kMismatch);
    EXPECT_TRUE(desk.order(order).refunds.empty());
}

TEST(TakeBack, ThatDidNotArriveSaysNothingAboutTheConfirm) {
    TestDesk desk;
    const OrderId order = taking_back(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Unavailable{})));
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
}

TEST(TakeBack, HasTheFullTimeForItsAnswerAndNoMore) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    desk.pass(70s);
    ASSERT_TRUE(desk.run(command::TakeBack{order, 1}));
    desk.pass(70s);
    EXPECT_TRUE(desk.order(order).taking_back);
    // The process that sent it died before it got the answer.
    desk.pass(10s);
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    EXPECT_FALSE(desk.order(order).taking_back);
}

TEST(TakeBack, LeavesTheNextAttemptAlone) {
    TestDesk desk;
    const OrderId order = taking_back(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, kReversed)));
    ASSERT_TRUE(desk.run(desk.request()));
    ASSERT_TRUE(desk.run(TestDesk::confirm(order, 2)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(2), ResultSource::kAnswer, 2)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
    EXPECT_EQ(desk.replayed(), desk.saved());
}

}  // namespace onsale::payment
