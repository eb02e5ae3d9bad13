#include <gtest/gtest.h>

#include "payment/domain/rule/test_desk.hpp"

namespace onsale::payment {
namespace {

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

// An order that ended while the guest was at the provider's page.
OrderId out_of_time(TestDesk& desk) {
    const OrderId order = desk.paying();
    desk.pass(15min);
    return order;
}

command::RecordPayment late(OrderId order, bool seats_available) {
    auto record = TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook);
    record.seats_available = seats_available;
    return record;
}

}  // namespace

TEST(Payment, AnApprovalBuysTheSeats) {
    TestDesk desk;
    const Order& order = desk.order(desk.paid());
    EXPECT_EQ(order.state, OrderState::kPaid);
    EXPECT_EQ(order.charges.at(0).amount, kTwoSeats);
    EXPECT_EQ(order.booked, ChargeIndex{0});
    EXPECT_TRUE(order.refunds.empty());
}

TEST(Payment, TheSameWordAgainChangesNothing) {
    TestDesk desk;
    const OrderId order = desk.paid();
    const std::string before = desk.saved();
    for (const auto source : {ResultSource::kWebhook, ResultSource::kQuery, ResultSource::kAnswer})
        for (int i = 0; i < 100; ++i)
            ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), source)));
    EXPECT_EQ(desk.saved(), before);
}

TEST(Payment, AWebhookBeforeTheAnswerCountsAndTheAnswerThenDoesNot) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::OutcomeUnknown{})));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(Payment, AMissingAnswerIsUnknownNotAFailure) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    desk.pass(75s - 1ms);
    EXPECT_EQ(desk.order(order).state, OrderState::kPaying);
    desk.pass(1ms);
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    desk.pass(20min);
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
}

TEST(Payment, AnUnavailableProviderDidNotCharge) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Unavailable{})));
    EXPECT_EQ(desk.order(order).state, OrderState::kHeld);
}

TEST(Payment, AQuestionWithoutAnAnswerSaysNothing) {
    TestDesk desk;
    const OrderId order = desk.unknown();
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Unavailable{}, ResultSource::kQuery)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Pending{}, ResultSource::kQuery)));
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
}

TEST(Payment, AnUnknownOneIsAskedAboutMoreAndMoreSeldomThenParked) {
    TestDesk desk;
    const OrderId order = desk.unknown();
    desk.pass(2s - 1ms);
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 0u);
    desk.pass(1ms);
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 1u);
    desk.pass(5s);
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 2u);
    desk.pass(60min);
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 13u);
    EXPECT_FALSE(desk.order(order).inquiry->next_at);
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
}

TEST(Payment, AnOperatorMayHaveAParkedOneAskedAgain) {
    TestDesk desk;
    const OrderId order = desk.unknown();
    EXPECT_EQ(error_of(desk.run(command::AskAgain{order})), OrderError::kWrongState);
    desk.pass(60min);
    ASSERT_TRUE(desk.run(command::AskAgain{order}));
    desk.tick();
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 14u);
}

TEST(Payment, AProviderThatCannotBeAskedIsParkedAtOnce) {
    TestDesk desk;
    auto request = desk.request();
    request.traits.can_ask = false;
    const OrderId order = desk.run(request)->order;
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    desk.pass(75s);
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    EXPECT_FALSE(desk.order(order).inquiry->next_at);
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kOperator)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(Payment, TheProvidersWordEndsNotKnowing) {
    TestDesk charged;
    const OrderId bought = charged.unknown();
    ASSERT_TRUE(charged.run(TestDesk::record(bought, TestDesk::approved(), ResultSource::kQuery)));
    EXPECT_EQ(charged.order(bought).state, OrderState::kPaid);
    EXPECT_FALSE(charged.order(bought).inquiry);
    TestDesk not_charged;
    const OrderId held = not_charged.unknown();
    not_charged.pass(12min);
    ASSERT_TRUE(not_charged.run(TestDesk::record(held, result::Declined{}, ResultSource::kQuery)));
    EXPECT_EQ(not_charged.order(held).state, OrderState::kHeld);
    EXPECT_EQ(not_charged.order(held).deadline, kStart + 15min);
}

TEST(Payment, ALateChargeGetsItsSeatsIfNobodyElseHasThem) {
    TestDesk desk;
    const OrderId order = out_of_time(desk);
    ASSERT_TRUE(desk.run(late(order, true)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
    EXPECT_FALSE(desk.order(order).ended);
}

TEST(Payment, ALateChargeWithoutSeatsIsRefundedOnce) {
    TestDesk desk;
    const OrderId order = out_of_time(desk);
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(desk.run(late(order, false)));
    EXPECT_EQ(desk.order(order).state, OrderState::kEnded);
    ASSERT_EQ(desk.order(order).refunds.size(), 1u);
    EXPECT_EQ(desk.order(order).refunds[0].quote.amount, kTwoSeats);
    EXPECT_EQ(desk.order(order).refunds[0].why, RefundWhy::kLateCharge);
}

TEST(Payment, WhoCancelledGetsTheMoneyBackNotTheSeats) {
    TestDesk desk;
    const OrderId order = desk.paying();
    ASSERT_TRUE(desk.run(command::CancelOrder{order, {}, {ActorKind::kGuest}}));
    ASSERT_TRUE(desk.run(late(order, true)));
    EXPECT_EQ(desk.order(order).state, OrderState::kEnded);
    EXPECT_EQ(desk.order(order).refunds.size(), 1u);
}

TEST(Payment, ALateChargeBesideAnotherOpenOrderIsRefunded) {
    TestDesk desk;
    const OrderId order = out_of_time(desk);
    auto again = desk.request();
    again.hold_until = desk.now() + 10min;
    ASSERT_TRUE(desk.run(again));
    ASSERT_TRUE(desk.run(late(order, true)));
    EXPECT_EQ(desk.order(order).state, OrderState::kEnded);
    EXPECT_EQ(desk.order(order).refunds.size(), 1u);
}

TEST(Payment, ASecondChargeIsRefunded) {
    TestDesk desk;
    const OrderId order = desk.paid();
    auto other = TestDesk::approved();
    other.payment_key = "key-again";
    ASSERT_TRUE(desk.run(TestDesk::record(order, other, ResultSource::kWebhook)));
    ASSERT_EQ(desk.order(order).refunds.size(), 1u);
    EXPECT_EQ(desk.order(order).refunds[0].charge, ChargeIndex{1});
    EXPECT_EQ(desk.order(order).refunds[0].why, RefundWhy::kDuplicateCharge);
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(Payment, AChargeOfAnEarlierAttemptIsRefundedAndTheNewOneGoesOn) {
    TestDesk desk;
    const OrderId order = desk.declined();
    ASSERT_TRUE(desk.run(desk.request()));
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(1), ResultSource::kWebhook)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaying);
    EXPECT_EQ(desk.order(order).refunds.size(), 1u);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order, 2)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(2), ResultSource::kAnswer, 2)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(Payment, SeatsThatAreGoneGiveTheMoneyBack) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    auto record = TestDesk::record(order, TestDesk::approved());
    record.seats_available = false;
    ASSERT_TRUE(desk.run(record));
    EXPECT_EQ(desk.order(order).ended, EndReason::kSeatsLost);
    EXPECT_EQ(desk.order(order).refunds.size(), 1u);
}

TEST(Payment, AWrongAmountInAWebhookIsNotBelievedButAskedAbout) {
    TestDesk desk;
    const OrderId order = out_of_time(desk);
    const auto cheap = TestDesk::approved(1, {1, kWon});
    EXPECT_EQ(error_of(desk.run(TestDesk::record(order, cheap, ResultSource::kWebhook))),
              OrderError::kMismatch);
    EXPECT_TRUE(desk.order(order).charges.empty());
    EXPECT_TRUE(desk.order(order).inquiry);
}

TEST(Payment, WhatIsKnownAlreadyEndsTheQuestions) {
    TestDesk desk;
    const OrderId order = out_of_time(desk);
    ASSERT_TRUE(desk.run(late(order, false)));
    auto wrong = TestDesk::approved(1, {1, kWon});
    wrong.payment_key = "another";
    static_cast<void>(desk.run(TestDesk::record(order, wrong, ResultSource::kWebhook)));
    ASSERT_TRUE(desk.order(order).inquiry);
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kQuery)));
    EXPECT_FALSE(desk.order(order).inquiry);
    EXPECT_EQ(desk.order(order).refunds.size(), 1u);
}

TEST(Payment, AWrongAmountThatWasReallyChargedGoesBack) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    const auto cheap = TestDesk::approved(1, {1'000, kWon});
    ASSERT_TRUE(desk.run(TestDesk::record(order, cheap)));
    EXPECT_EQ(desk.order(order).ended, EndReason::kWrongAmount);
    EXPECT_EQ(desk.order(order).refunds.at(0).quote.amount, (Money{1'000, kWon}));
}

TEST(Payment, AnotherMerchantsOrUnknownAttemptsWordIsRefused) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    auto foreign = TestDesk::approved();
    foreign.merchant = "another";
    EXPECT_EQ(error_of(desk.run(TestDesk::record(order, foreign))), OrderError::kMismatch);
    EXPECT_EQ(error_of(desk.run(
                  TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook, 2))),
              OrderError::kMismatch);
    EXPECT_EQ(desk.order(order).state, OrderState::kPaying);
}

TEST(Payment, ABrowserProvesNothing) {
    TestDesk desk;
    const OrderId order = desk.paying();
    EXPECT_EQ(
        error_of(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kBrowser))),
        OrderError::kMismatch);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Declined{}, ResultSource::kBrowser)));
    EXPECT_TRUE(desk.order(order).confirming);
}

TEST(Payment, AConfirmThatNeverArrivedSaysNothingOfAPageThatCharges) {
    TestDesk desk;
    auto request = desk.request();
    request.traits.charges_at_page = true;
    const OrderId order = desk.run(request)->order;
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Unavailable{})));
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
}

TEST(Payment, LeavingAPageThatChargesIsUnknownUntilAsked) {
    TestDesk desk;
    auto request = desk.request();
    request.traits.charges_at_page = true;
    const OrderId order = desk.run(request)->order;
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Declined{}, ResultSource::kBrowser)));
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    EXPECT_TRUE(desk.order(order).inquiry->next_at);
}

TEST(Payment, APageThatChargesIsAskedAboutAfterTheEndToo) {
    TestDesk desk;
    auto request = desk.request();
    request.traits.charges_at_page = true;
    const OrderId order = desk.run(request)->order;
    desk.pass(15min + 2s);
    EXPECT_EQ(desk.order(order).ended, EndReason::kPayTimeUsed);
    EXPECT_EQ(desk.seen<fact::InquirySent>(), 1u);
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Declined{}, ResultSource::kQuery)));
    EXPECT_FALSE(desk.order(order).inquiry);
}

}  // namespace onsale::payment
