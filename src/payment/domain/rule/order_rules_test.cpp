#include "payment/domain/rule/order_rules.hpp"

#include <gtest/gtest.h>

#include "payment/domain/rule/test_desk.hpp"

namespace onsale::payment {
namespace {

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

}  // namespace

TEST(Order, ARequestPricesTheHoldAndBeginsToPay) {
    TestDesk desk;
    const auto asked = desk.run(desk.request());
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->amount, kTwoSeats);
    EXPECT_EQ(asked->attempt, 1);
    const Order& order = desk.order(asked->order);
    EXPECT_EQ(order.state, OrderState::kPaying);
    EXPECT_EQ(order.deadline, kStart + 15min);
}

TEST(Order, TheSameRequestAgainIsTheSameAttempt) {
    TestDesk desk;
    const OrderId order = desk.paying();
    const auto again = desk.run(desk.request());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, order);
    EXPECT_EQ(again->attempt, 1);
    EXPECT_TRUE(desk.last().empty());
}

TEST(Order, AGuestPaysOneOrderAtATime) {
    TestDesk desk;
    desk.paying();
    auto other_evening = desk.request();
    other_evening.performance = {11};
    EXPECT_EQ(error_of(desk.run(other_evening)), OrderError::kAlreadyPaying);
    auto other_seats = desk.request();
    other_seats.seats = test_seats(5);
    EXPECT_EQ(error_of(desk.run(other_seats)), OrderError::kAlreadyPaying);
    EXPECT_TRUE(desk.run(desk.request(2)));
}

TEST(Order, AnUnknownPaymentIsStillBeingPaid) {
    TestDesk desk;
    desk.unknown();
    EXPECT_EQ(error_of(desk.run(desk.request())), OrderError::kAlreadyPaying);
}

TEST(Order, SeatsMustHaveAPriceAndTheEventTerms) {
    TestDesk desk;
    auto unpriced = desk.request();
    unpriced.seats[0].grade = {4};
    EXPECT_EQ(error_of(desk.run(unpriced)), OrderError::kBadSeats);
    auto elsewhere = desk.request();
    elsewhere.event = {2};
    EXPECT_EQ(error_of(desk.run(elsewhere)), OrderError::kUnknownEvent);
}

TEST(Order, AHoldThatIsOverCannotBePaid) {
    TestDesk desk;
    desk.jump(10min);
    EXPECT_EQ(error_of(desk.run(desk.request())), OrderError::kHoldOver);
}

TEST(Order, AConfirmIsSentOnce) {
    TestDesk desk;
    const OrderId order = desk.confirming();
    EXPECT_TRUE(desk.run(TestDesk::confirm(order)));
    EXPECT_TRUE(desk.last().empty());
    EXPECT_EQ(desk.seen<fact::ConfirmSent>(), 1u);
}

TEST(Order, AConfirmWithAnotherAmountCurrencyAttemptOrPaymentIsRefused) {
    TestDesk desk;
    const OrderId order = desk.paying();
    auto cheap = TestDesk::confirm(order);
    cheap.amount.amount = 1'000;
    EXPECT_EQ(error_of(desk.run(cheap)), OrderError::kMismatch);
    auto dollars = TestDesk::confirm(order);
    dollars.amount.currency = *parse_currency("USD");
    EXPECT_EQ(error_of(desk.run(dollars)), OrderError::kMismatch);
    EXPECT_EQ(error_of(desk.run(TestDesk::confirm(order, 2))), OrderError::kMismatch);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    auto other = TestDesk::confirm(order);
    other.payment_key = "key-of-another";
    EXPECT_EQ(error_of(desk.run(other)), OrderError::kMismatch);
}

TEST(Order, SomebodyElsesOrderIsUnknown) {
    TestDesk desk;
    const OrderId order = desk.paying();
    auto confirm = TestDesk::confirm(order);
    confirm.guest = test_guest(2);
    EXPECT_EQ(error_of(desk.run(confirm)), OrderError::kUnknownOrder);
    EXPECT_EQ(error_of(desk.run(command::CancelOrder{order, test_guest(2), {ActorKind::kGuest}})),
              OrderError::kUnknownOrder);
    EXPECT_EQ(error_of(desk.run(TestDesk::confirm({999}))), OrderError::kUnknownOrder);
}

TEST(Order, APayingOrderOutlivesItsHoldUntilTheCap) {
    TestDesk desk;
    const OrderId order = desk.paying();
    desk.pass(15min - 1ms);
    EXPECT_EQ(desk.order(order).state, OrderState::kPaying);
    desk.pass(1ms);
    EXPECT_EQ(desk.order(order).ended, EndReason::kPayTimeUsed);
}

TEST(Order, AConfirmAtTheCapIsTooLate) {
    TestDesk desk;
    const OrderId order = desk.paying();
    desk.jump(15min);
    EXPECT_EQ(error_of(desk.run(TestDesk::confirm(order))), OrderError::kTooLate);
}

TEST(Order, ADeclineGoesBackToTheHoldWithAtLeastThreeMinutes) {
    TestDesk early;
    EXPECT_EQ(early.order(early.declined()).deadline, kStart + 10min);
    TestDesk late;
    const OrderId order = late.paying();
    late.pass(9min);
    ASSERT_TRUE(late.run(TestDesk::confirm(order)));
    ASSERT_TRUE(late.run(TestDesk::record(order, result::Declined{})));
    EXPECT_EQ(late.order(order).state, OrderState::kHeld);
    EXPECT_EQ(late.order(order).deadline, kStart + 12min);
}

TEST(Order, AHeldOrderEndsWithItsHold) {
    TestDesk desk;
    const OrderId order = desk.declined();
    desk.pass(10min - 1ms);
    EXPECT_EQ(desk.order(order).state, OrderState::kHeld);
    desk.pass(1ms);
    EXPECT_EQ(desk.order(order).ended, EndReason::kHoldExpired);
}

TEST(Order, TheThirdDeclineEndsIt) {
    TestDesk desk;
    const OrderId order = desk.declined();
    for (std::uint8_t attempt = 2; attempt <= 3; ++attempt) {
        ASSERT_EQ(desk.run(desk.request())->attempt, attempt);
        ASSERT_TRUE(desk.run(TestDesk::confirm(order, attempt)));
        ASSERT_TRUE(
            desk.run(TestDesk::record(order, result::Declined{}, ResultSource::kAnswer, attempt)));
    }
    EXPECT_EQ(desk.order(order).ended, EndReason::kAttemptsUsed);
}

// A guest whose payments are declined as late as possible: 15 minutes plus twice three minutes.
TEST(Order, NobodyPaysForEver) {
    TestDesk desk;
    const OrderId order = desk.paying();
    for (std::uint8_t attempt = 1; desk.order(order).open(); ++attempt) {
        if (attempt > 1) ASSERT_TRUE(desk.run(desk.request()));
        desk.pass(desk.order(order).deadline - desk.now() - 1ms);
        static_cast<void>(desk.run(TestDesk::confirm(order, attempt)));
        static_cast<void>(
            desk.run(TestDesk::record(order, result::Declined{}, ResultSource::kAnswer, attempt)));
        if (desk.order(order).open()) desk.pass(desk.order(order).deadline - desk.now() - 1ms);
    }
    EXPECT_LE(desk.now(), kStart + 21min);
}

TEST(Order, AnotherAttemptTakesTheHoldAndThePriceOfNow) {
    TestDesk desk;
    const OrderId order = desk.declined();
    auto request = desk.request();
    request.seats = test_seats(5, 1);
    const auto asked = desk.run(request);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->order, order);
    EXPECT_EQ(asked->amount, (Money{102'000, kWon}));
}

TEST(Order, CancellingEndsAHeldOrWaitingOrderOnce) {
    TestDesk desk;
    const OrderId order = desk.paying();
    ASSERT_TRUE(desk.run(command::CancelOrder{order, test_guest(1), {ActorKind::kGuest}}));
    EXPECT_EQ(desk.order(order).ended, EndReason::kCancelled);
    EXPECT_TRUE(desk.run(command::CancelOrder{order, test_guest(1), {ActorKind::kGuest}}));
    EXPECT_TRUE(desk.last().empty());
}

TEST(Order, WhatMayBeChargedCannotBeCancelled) {
    TestDesk confirming;
    const OrderId sent = confirming.confirming();
    EXPECT_EQ(error_of(confirming.run(command::CancelOrder{sent, {}, {}})), OrderError::kBeingPaid);
    TestDesk unknown;
    const OrderId lost = unknown.unknown();
    EXPECT_EQ(error_of(unknown.run(command::CancelOrder{lost, {}, {}})), OrderError::kBeingPaid);
    TestDesk paid;
    const OrderId bought = paid.paid();
    EXPECT_EQ(error_of(paid.run(command::CancelOrder{bought, {}, {}})), OrderError::kAlreadyPaid);
}

TEST(Order, DowntimeIsGivenBackToTheGuestButNotToAnAnswer) {
    TestDesk desk;
    const OrderId order = desk.paying();
    desk.stop_line_for(20min);
    desk.tick();
    ASSERT_EQ(desk.order(order).state, OrderState::kPaying);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    desk.stop_line_for(5min);
    desk.tick();
    EXPECT_EQ(desk.order(order).state, OrderState::kUnknown);
    EXPECT_EQ(desk.saved(), desk.replayed());
}

TEST(Order, NewTermsLeaveAPricedOrderAlone) {
    TestDesk desk;
    const OrderId order = desk.paying();
    Terms dearer = test_terms();
    dearer.prices.grades[0].types[0].amount *= 2;
    ASSERT_TRUE(desk.run(command::SetTerms{kEvent, TestDesk::shared(dearer), {}}));
    EXPECT_TRUE(desk.run(TestDesk::confirm(order)));
    EXPECT_EQ(desk.book().terms(desk.order(order)), test_terms());
}

TEST(Order, TermsThatCannotBeSoldByAreRefused) {
    TestDesk desk;
    Terms hasty = test_terms();
    hasty.rules.decline_grace = 1min;
    EXPECT_EQ(error_of(desk.run(command::SetTerms{kEvent, TestDesk::shared(hasty), {}})),
              OrderError::kBadTerms);
    EXPECT_EQ(error_of(desk.run(command::SetTerms{kEvent, TestDesk::shared({}), {}})),
              OrderError::kBadTerms);
}

TEST(Order, EveryTransitionSaysWhoWhenAndWhy) {
    TestDesk desk;
    const OrderId order = desk.paying();
    desk.jump(1min);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Declined{DeclineReason::kLimit})));
    desk.jump(1min);
    ASSERT_TRUE(desk.run(command::CancelOrder{order, {}, {ActorKind::kOperator, 42}}));
    const std::vector<Step> expected = {{OrderState::kPaying, kStart, {ActorKind::kGuest}, 0},
                                        {OrderState::kHeld,
                                         kStart + 1min,
                                         {ActorKind::kProvider},
                                         static_cast<std::uint8_t>(DeclineReason::kLimit)},
                                        {OrderState::kEnded,
                                         kStart + 2min,
                                         {ActorKind::kOperator, 42},
                                         static_cast<std::uint8_t>(EndReason::kRevoked)}};
    EXPECT_EQ(desk.order(order).history, expected);
}

}  // namespace onsale::payment
