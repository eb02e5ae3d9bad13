#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

// An order that ended while the guest was at the provider's page.
OrderId out_of_time(TestOrderBook& orders) {
    const OrderId order = orders.paying();
    orders.pass(15min);
    return order;
}

command::RecordPayment late(OrderId order, bool seats_available) {
    auto record = TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook);
    record.seats_available = seats_available;
    return record;
}

}  // namespace

TEST(Payment, AnApprovalBuysTheSeats) {
    TestOrderBook orders;
    const Order& order = orders.order(orders.paid());
    EXPECT_EQ(order.state, OrderState::kPaid);
    EXPECT_EQ(order.charges.at(0).amount, kTwoSeats);
    EXPECT_EQ(order.booked, ChargeIndex{0});
    EXPECT_TRUE(order.refunds.empty());
}

TEST(Payment, TheSameWordAgainChangesNothing) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    const std::string before = orders.saved();
    for (const auto source : {ResultSource::kWebhook, ResultSource::kQuery, ResultSource::kAnswer})
        for (int i = 0; i < 100; ++i)
            ASSERT_TRUE(
                orders.run(TestOrderBook::record(order, TestOrderBook::approved(), source)));
    EXPECT_EQ(orders.saved(), before);
}

TEST(Payment, AWebhookBeforeTheAnswerCountsAndTheAnswerThenDoesNot) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::OutcomeUnknown{})));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(Payment, AMissingAnswerIsUnknownNotAFailure) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    orders.pass(75s - 1ms);
    EXPECT_EQ(orders.order(order).state, OrderState::kPaying);
    orders.pass(1ms);
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    orders.pass(20min);
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
}

TEST(Payment, AnUnavailableProviderDidNotCharge) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Unavailable{})));
    EXPECT_EQ(orders.order(order).state, OrderState::kHeld);
}

TEST(Payment, AQuestionWithoutAnAnswerSaysNothing) {
    TestOrderBook orders;
    const OrderId order = orders.unknown();
    ASSERT_TRUE(
        orders.run(TestOrderBook::record(order, result::Unavailable{}, ResultSource::kQuery)));
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Pending{}, ResultSource::kQuery)));
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
}

TEST(Payment, AnUnknownOneIsAskedAboutMoreAndMoreSeldomThenParked) {
    TestOrderBook orders;
    const OrderId order = orders.unknown();
    orders.pass(2s - 1ms);
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 0u);
    orders.pass(1ms);
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 1u);
    orders.pass(5s);
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 2u);
    orders.pass(60min);
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 13u);
    EXPECT_FALSE(orders.order(order).inquiry->next_at);
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
}

TEST(Payment, AnOperatorMayHaveAParkedOneAskedAgain) {
    TestOrderBook orders;
    const OrderId order = orders.unknown();
    EXPECT_EQ(error_of(orders.run(command::AskAgain{order})), OrderError::kWrongState);
    orders.pass(60min);
    ASSERT_TRUE(orders.run(command::AskAgain{order}));
    orders.tick();
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 14u);
}

TEST(Payment, AProviderThatCannotBeAskedIsParkedAtOnce) {
    TestOrderBook orders;
    auto request = orders.request();
    request.traits.can_ask = false;
    const OrderId order = orders.run(request)->order;
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    orders.pass(75s);
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    EXPECT_FALSE(orders.order(order).inquiry->next_at);
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kOperator)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(Payment, TheProvidersWordEndsNotKnowing) {
    TestOrderBook charged;
    const OrderId bought = charged.unknown();
    ASSERT_TRUE(charged.run(
        TestOrderBook::record(bought, TestOrderBook::approved(), ResultSource::kQuery)));
    EXPECT_EQ(charged.order(bought).state, OrderState::kPaid);
    EXPECT_FALSE(charged.order(bought).inquiry);
    TestOrderBook not_charged;
    const OrderId held = not_charged.unknown();
    not_charged.pass(12min);
    ASSERT_TRUE(
        not_charged.run(TestOrderBook::record(held, result::Declined{}, ResultSource::kQuery)));
    EXPECT_EQ(not_charged.order(held).state, OrderState::kHeld);
    EXPECT_EQ(not_charged.order(held).deadline, kStart + 15min);
}

TEST(Payment, ALateChargeGetsItsSeatsIfNobodyElseHasThem) {
    TestOrderBook orders;
    const OrderId order = out_of_time(orders);
    ASSERT_TRUE(orders.run(late(order, true)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
    EXPECT_FALSE(orders.order(order).ended);
}

TEST(Payment, ALateChargeWithoutSeatsIsRefundedOnce) {
    TestOrderBook orders;
    const OrderId order = out_of_time(orders);
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(orders.run(late(order, false)));
    EXPECT_EQ(orders.order(order).state, OrderState::kEnded);
    ASSERT_EQ(orders.order(order).refunds.size(), 1u);
    EXPECT_EQ(orders.order(order).refunds[0].quote.amount, kTwoSeats);
    EXPECT_EQ(orders.order(order).refunds[0].why, RefundWhy::kLateCharge);
}

TEST(Payment, AGuestWhoCancelledGetsTheMoneyBackNotTheSeats) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    ASSERT_TRUE(orders.run(command::CancelOrder{order, {}, {ActorKind::kGuest}}));
    ASSERT_TRUE(orders.run(late(order, true)));
    EXPECT_EQ(orders.order(order).state, OrderState::kEnded);
    EXPECT_EQ(orders.order(order).refunds.size(), 1u);
}

TEST(Payment, ALateChargeBesideAnotherOpenOrderIsRefunded) {
    TestOrderBook orders;
    const OrderId order = out_of_time(orders);
    auto again = orders.request();
    again.hold_until = orders.now() + 10min;
    ASSERT_TRUE(orders.run(again));
    ASSERT_TRUE(orders.run(late(order, true)));
    EXPECT_EQ(orders.order(order).state, OrderState::kEnded);
    EXPECT_EQ(orders.order(order).refunds.size(), 1u);
}

TEST(Payment, ASecondChargeIsRefunded) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    auto other = TestOrderBook::approved();
    other.payment_key = "key-again";
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, other, ResultSource::kWebhook)));
    ASSERT_EQ(orders.order(order).refunds.size(), 1u);
    EXPECT_EQ(orders.order(order).refunds[0].charge, ChargeIndex{1});
    EXPECT_EQ(orders.order(order).refunds[0].why, RefundWhy::kDuplicateCharge);
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(Payment, AChargeOfAnEarlierAttemptIsRefundedAndTheNewOneGoesOn) {
    TestOrderBook orders;
    const OrderId order = orders.declined();
    ASSERT_TRUE(orders.run(orders.request()));
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(1), ResultSource::kWebhook)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaying);
    EXPECT_EQ(orders.order(order).refunds.size(), 1u);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order, 2)));
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(2), ResultSource::kAnswer, 2)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(Payment, SeatsThatAreGoneGiveTheMoneyBack) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    auto record = TestOrderBook::record(order, TestOrderBook::approved());
    record.seats_available = false;
    ASSERT_TRUE(orders.run(record));
    EXPECT_EQ(orders.order(order).ended, EndReason::kSeatsLost);
    EXPECT_EQ(orders.order(order).refunds.size(), 1u);
}

TEST(Payment, AWrongAmountInAWebhookIsNotBelievedButAskedAbout) {
    TestOrderBook orders;
    const OrderId order = out_of_time(orders);
    const auto cheap = TestOrderBook::approved(1, {1, kWon});
    EXPECT_EQ(error_of(orders.run(TestOrderBook::record(order, cheap, ResultSource::kWebhook))),
              OrderError::kMismatch);
    EXPECT_TRUE(orders.order(order).charges.empty());
    EXPECT_TRUE(orders.order(order).inquiry);
}

TEST(Payment, AKnownOutcomeEndsTheQueries) {
    TestOrderBook orders;
    const OrderId order = out_of_time(orders);
    ASSERT_TRUE(orders.run(late(order, false)));
    auto wrong = TestOrderBook::approved(1, {1, kWon});
    wrong.payment_key = "another";
    static_cast<void>(orders.run(TestOrderBook::record(order, wrong, ResultSource::kWebhook)));
    ASSERT_TRUE(orders.order(order).inquiry);
    ASSERT_TRUE(
        orders.run(TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kQuery)));
    EXPECT_FALSE(orders.order(order).inquiry);
    EXPECT_EQ(orders.order(order).refunds.size(), 1u);
}

TEST(Payment, AWrongAmountThatWasReallyChargedGoesBack) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    const auto cheap = TestOrderBook::approved(1, {1'000, kWon});
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, cheap)));
    EXPECT_EQ(orders.order(order).ended, EndReason::kWrongAmount);
    EXPECT_EQ(orders.order(order).refunds.at(0).quote.amount, (Money{1'000, kWon}));
}

TEST(Payment, AnotherMerchantsOrUnknownAttemptsWordIsRefused) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    auto foreign = TestOrderBook::approved();
    foreign.merchant = "another";
    EXPECT_EQ(error_of(orders.run(TestOrderBook::record(order, foreign))), OrderError::kMismatch);
    EXPECT_EQ(error_of(orders.run(TestOrderBook::record(order, TestOrderBook::approved(),
                                                        ResultSource::kWebhook, 2))),
              OrderError::kMismatch);
    EXPECT_EQ(orders.order(order).state, OrderState::kPaying);
}

TEST(Payment, ABrowserProvesNothing) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    EXPECT_EQ(error_of(orders.run(
                  TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kBrowser))),
              OrderError::kMismatch);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(
        orders.run(TestOrderBook::record(order, result::Declined{}, ResultSource::kBrowser)));
    EXPECT_TRUE(orders.order(order).confirming);
}

TEST(Payment, AConfirmThatNeverArrivedSaysNothingOfAPageThatCharges) {
    TestOrderBook orders;
    auto request = orders.request();
    request.traits.charges_at_page = true;
    const OrderId order = orders.run(request)->order;
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Unavailable{})));
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
}

TEST(Payment, LeavingAPageThatChargesIsUnknownUntilAsked) {
    TestOrderBook orders;
    auto request = orders.request();
    request.traits.charges_at_page = true;
    const OrderId order = orders.run(request)->order;
    ASSERT_TRUE(
        orders.run(TestOrderBook::record(order, result::Declined{}, ResultSource::kBrowser)));
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    EXPECT_TRUE(orders.order(order).inquiry->next_at);
}

TEST(Payment, APageThatChargesIsAskedAboutAfterTheEndToo) {
    TestOrderBook orders;
    auto request = orders.request();
    request.traits.charges_at_page = true;
    const OrderId order = orders.run(request)->order;
    orders.pass(15min + 2s);
    EXPECT_EQ(orders.order(order).ended, EndReason::kPayTimeUsed);
    EXPECT_EQ(orders.seen<fact::InquirySent>(), 1u);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Declined{}, ResultSource::kQuery)));
    EXPECT_FALSE(orders.order(order).inquiry);
}

}  // namespace onsale::payment
