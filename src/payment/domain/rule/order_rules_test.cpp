#include "payment/domain/rule/order_rules.hpp"

#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

}  // namespace

TEST(Order, ARequestPricesTheHoldAndBeginsToPay) {
    TestOrderBook orders;
    const auto asked = orders.run(orders.request());
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->amount, kTwoSeats);
    EXPECT_EQ(asked->attempt, 1);
    const Order& order = orders.order(asked->order);
    EXPECT_EQ(order.state, OrderState::kPaying);
    EXPECT_EQ(order.deadline, kStart + 15min);
}

TEST(Order, TheSameRequestAgainIsTheSameAttempt) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    const auto again = orders.run(orders.request());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, order);
    EXPECT_EQ(again->attempt, 1);
    EXPECT_TRUE(orders.last().empty());
}

TEST(Order, AGuestPaysOneOrderAtATime) {
    TestOrderBook orders;
    orders.paying();
    auto other_evening = orders.request();
    other_evening.performance = {11};
    EXPECT_EQ(error_of(orders.run(other_evening)), OrderError::kAlreadyPaying);
    auto other_seats = orders.request();
    other_seats.seats = test_seats(5);
    EXPECT_EQ(error_of(orders.run(other_seats)), OrderError::kAlreadyPaying);
    EXPECT_TRUE(orders.run(orders.request(2)));
}

TEST(Order, AnUnknownPaymentIsStillBeingPaid) {
    TestOrderBook orders;
    orders.unknown();
    EXPECT_EQ(error_of(orders.run(orders.request())), OrderError::kAlreadyPaying);
}

TEST(Order, SeatsMustHaveAPriceAndTheEventTerms) {
    TestOrderBook orders;
    auto unpriced = orders.request();
    unpriced.seats[0].grade = {4};
    EXPECT_EQ(error_of(orders.run(unpriced)), OrderError::kBadSeats);
    auto elsewhere = orders.request();
    elsewhere.event = {2};
    EXPECT_EQ(error_of(orders.run(elsewhere)), OrderError::kUnknownEvent);
}

TEST(Order, AHoldThatIsOverCannotBePaid) {
    TestOrderBook orders;
    orders.jump(10min);
    EXPECT_EQ(error_of(orders.run(orders.request())), OrderError::kHoldOver);
}

TEST(Order, AConfirmIsSentOnce) {
    TestOrderBook orders;
    const OrderId order = orders.confirming();
    EXPECT_TRUE(orders.run(TestOrderBook::confirm(order)));
    EXPECT_TRUE(orders.last().empty());
    EXPECT_EQ(orders.seen<fact::ConfirmSent>(), 1u);
}

TEST(Order, AConfirmWithAnotherAmountCurrencyAttemptOrPaymentIsRefused) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    auto cheap = TestOrderBook::confirm(order);
    cheap.amount.amount = 1'000;
    EXPECT_EQ(error_of(orders.run(cheap)), OrderError::kMismatch);
    auto dollars = TestOrderBook::confirm(order);
    dollars.amount.currency = *parse_currency("USD");
    EXPECT_EQ(error_of(orders.run(dollars)), OrderError::kMismatch);
    EXPECT_EQ(error_of(orders.run(TestOrderBook::confirm(order, 2))), OrderError::kMismatch);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    auto other = TestOrderBook::confirm(order);
    other.payment_key = "key-of-another";
    EXPECT_EQ(error_of(orders.run(other)), OrderError::kMismatch);
}

TEST(Order, SomebodyElsesOrderIsUnknown) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    auto confirm = TestOrderBook::confirm(order);
    confirm.guest = test_guest(2);
    EXPECT_EQ(error_of(orders.run(confirm)), OrderError::kUnknownOrder);
    EXPECT_EQ(error_of(orders.run(command::CancelOrder{order, test_guest(2), {ActorKind::kGuest}})),
              OrderError::kUnknownOrder);
    EXPECT_EQ(error_of(orders.run(TestOrderBook::confirm({999}))), OrderError::kUnknownOrder);
}

TEST(Order, APayingOrderOutlivesItsHoldUntilTheCap) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    orders.pass(15min - 1ms);
    EXPECT_EQ(orders.order(order).state, OrderState::kPaying);
    orders.pass(1ms);
    EXPECT_EQ(orders.order(order).ended, EndReason::kPayTimeUsed);
}

TEST(Order, AConfirmAtTheCapIsTooLate) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    orders.jump(15min);
    EXPECT_EQ(error_of(orders.run(TestOrderBook::confirm(order))), OrderError::kTooLate);
}

TEST(Order, ADeclineGoesBackToTheHoldWithAtLeastThreeMinutes) {
    TestOrderBook early;
    EXPECT_EQ(early.order(early.declined()).deadline, kStart + 10min);
    TestOrderBook late;
    const OrderId order = late.paying();
    late.pass(9min);
    ASSERT_TRUE(late.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(late.run(TestOrderBook::record(order, result::Declined{})));
    EXPECT_EQ(late.order(order).state, OrderState::kHeld);
    EXPECT_EQ(late.order(order).deadline, kStart + 12min);
}

TEST(Order, AHeldOrderEndsWithItsHold) {
    TestOrderBook orders;
    const OrderId order = orders.declined();
    orders.pass(10min - 1ms);
    EXPECT_EQ(orders.order(order).state, OrderState::kHeld);
    orders.pass(1ms);
    EXPECT_EQ(orders.order(order).ended, EndReason::kHoldExpired);
}

TEST(Order, TheThirdDeclineEndsIt) {
    TestOrderBook orders;
    const OrderId order = orders.declined();
    for (std::uint8_t attempt = 2; attempt <= 3; ++attempt) {
        ASSERT_EQ(orders.run(orders.request())->attempt, attempt);
        ASSERT_TRUE(orders.run(TestOrderBook::confirm(order, attempt)));
        ASSERT_TRUE(orders.run(
            TestOrderBook::record(order, result::Declined{}, ResultSource::kAnswer, attempt)));
    }
    EXPECT_EQ(orders.order(order).ended, EndReason::kAttemptsUsed);
}

// A guest whose payments are declined as late as possible: 15 minutes plus twice three minutes.
TEST(Order, NobodyPaysForEver) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    for (std::uint8_t attempt = 1; orders.order(order).open(); ++attempt) {
        if (attempt > 1) ASSERT_TRUE(orders.run(orders.request()));
        orders.pass(orders.order(order).deadline - orders.now() - 1ms);
        static_cast<void>(orders.run(TestOrderBook::confirm(order, attempt)));
        static_cast<void>(orders.run(
            TestOrderBook::record(order, result::Declined{}, ResultSource::kAnswer, attempt)));
        if (orders.order(order).open())
            orders.pass(orders.order(order).deadline - orders.now() - 1ms);
    }
    EXPECT_LE(orders.now(), kStart + 21min);
}

TEST(Order, AnotherAttemptTakesTheHoldAndThePriceOfNow) {
    TestOrderBook orders;
    const OrderId order = orders.declined();
    auto request = orders.request();
    request.seats = test_seats(5, 1);
    const auto asked = orders.run(request);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->order, order);
    EXPECT_EQ(asked->amount, (Money{102'000, kWon}));
}

TEST(Order, CancellingEndsAHeldOrWaitingOrderOnce) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    ASSERT_TRUE(orders.run(command::CancelOrder{order, test_guest(1), {ActorKind::kGuest}}));
    EXPECT_EQ(orders.order(order).ended, EndReason::kCancelled);
    EXPECT_TRUE(orders.run(command::CancelOrder{order, test_guest(1), {ActorKind::kGuest}}));
    EXPECT_TRUE(orders.last().empty());
}

TEST(Order, AnOrderThatMayBeChargedCannotBeCancelled) {
    TestOrderBook confirming;
    const OrderId sent = confirming.confirming();
    EXPECT_EQ(error_of(confirming.run(command::CancelOrder{sent, {}, {}})), OrderError::kBeingPaid);
    TestOrderBook unknown;
    const OrderId lost = unknown.unknown();
    EXPECT_EQ(error_of(unknown.run(command::CancelOrder{lost, {}, {}})), OrderError::kBeingPaid);
    TestOrderBook paid;
    const OrderId bought = paid.paid();
    EXPECT_EQ(error_of(paid.run(command::CancelOrder{bought, {}, {}})), OrderError::kAlreadyPaid);
}

TEST(Order, DowntimeIsGivenBackToTheGuestButNotToAnAnswer) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    orders.stop_line_for(20min);
    orders.tick();
    ASSERT_EQ(orders.order(order).state, OrderState::kPaying);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    orders.stop_line_for(5min);
    orders.tick();
    EXPECT_EQ(orders.order(order).state, OrderState::kUnknown);
    EXPECT_EQ(orders.saved(), orders.replayed());
}

TEST(Order, NewTermsLeaveAPricedOrderAlone) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    Terms dearer = test_terms();
    dearer.prices.grades[0].types[0].amount *= 2;
    ASSERT_TRUE(orders.run(command::SetTerms{kEvent, TestOrderBook::shared(dearer), {}}));
    EXPECT_TRUE(orders.run(TestOrderBook::confirm(order)));
    EXPECT_EQ(orders.book().terms(orders.order(order)), test_terms());
}

TEST(Order, TermsThatCannotBeSoldByAreRefused) {
    TestOrderBook orders;
    Terms hasty = test_terms();
    hasty.rules.decline_grace = 1min;
    EXPECT_EQ(error_of(orders.run(command::SetTerms{kEvent, TestOrderBook::shared(hasty), {}})),
              OrderError::kBadTerms);
    EXPECT_EQ(error_of(orders.run(command::SetTerms{kEvent, TestOrderBook::shared({}), {}})),
              OrderError::kBadTerms);
}

TEST(Order, EveryTransitionSaysWhoWhenAndWhy) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    orders.jump(1min);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Declined{DeclineReason::kLimit})));
    orders.jump(1min);
    ASSERT_TRUE(orders.run(command::CancelOrder{order, {}, {ActorKind::kOperator, 42}}));
    const std::vector<Step> expected = {{OrderState::kPaying, kStart, {ActorKind::kGuest}, 0},
                                        {OrderState::kHeld,
                                         kStart + 1min,
                                         {ActorKind::kProvider},
                                         static_cast<std::uint8_t>(DeclineReason::kLimit)},
                                        {OrderState::kEnded,
                                         kStart + 2min,
                                         {ActorKind::kOperator, 42},
                                         static_cast<std::uint8_t>(EndReason::kRevoked)}};
    EXPECT_EQ(orders.order(order).history, expected);
}

}  // namespace onsale::payment
