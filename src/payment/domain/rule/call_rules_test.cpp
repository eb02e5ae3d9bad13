#include "payment/domain/rule/call_rules.hpp"

#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

constexpr CallKey kCall{11, 22};
constexpr CallKey kOtherBody{11, 33};
constexpr CallKey kOtherKey{12, 22};

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

template <class Command>
Command keyed(Command command, CallKey call) {
    command.call = call;
    return command;
}

command::RequestRefund refund_of(OrderId order, std::vector<SeatIndex> seats, std::int64_t shown) {
    command::RequestRefund refund;
    refund.order = order;
    refund.guest = test_guest(1);
    refund.seats = std::move(seats);
    refund.days_before = 30;
    refund.shown = {shown, kWon};
    return refund;
}

}  // namespace

TEST(IdempotencyKey, ARequestAgainAfterADeclineIsNoNewAttempt) {
    TestOrderBook orders;
    const OrderId order = orders.run(keyed(orders.request(), kCall))->order;
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Declined{DeclineReason::kLimit})));
    const auto again = orders.run(keyed(orders.request(), kCall));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, order);
    EXPECT_EQ(orders.order(order).attempt(), 1);
    EXPECT_TRUE(orders.last().empty());
    // A new key makes a new request.
    EXPECT_EQ(orders.run(keyed(orders.request(), kOtherKey))->attempt, 2);
}

TEST(IdempotencyKey, ARequestAgainFindsItsOrderAlsoWhenThatIsOver) {
    TestOrderBook orders;
    const OrderId order = orders.run(keyed(orders.request(), kCall))->order;
    ASSERT_TRUE(orders.run(command::CancelOrder{order, std::nullopt}));
    EXPECT_EQ(orders.run(keyed(orders.request(), kCall))->order, order);
    EXPECT_EQ(orders.book().size(), 1u);
}

TEST(IdempotencyKey, IsItsGuestsOwn) {
    TestOrderBook orders;
    const OrderId order = orders.run(keyed(orders.request(1), kCall))->order;
    EXPECT_NE(orders.run(keyed(orders.request(2), kOtherBody))->order, order);
}

TEST(IdempotencyKey, WithAnotherBodyIsRefusedOnEveryRoute) {
    TestOrderBook orders;
    const OrderId order = orders.run(keyed(orders.request(), kCall))->order;
    EXPECT_EQ(error_of(orders.run(keyed(orders.request(), kOtherBody))), OrderError::kKeyReused);
    ASSERT_TRUE(orders.run(keyed(TestOrderBook::confirm(order), kCall)));
    EXPECT_EQ(error_of(orders.run(keyed(TestOrderBook::confirm(order), kOtherBody))),
              OrderError::kKeyReused);
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, TestOrderBook::approved())));
    ASSERT_TRUE(orders.run(keyed(refund_of(order, {{1}}, 101'000), kCall)));
    EXPECT_EQ(error_of(orders.run(keyed(refund_of(order, {{2}}, 101'000), kOtherBody))),
              OrderError::kKeyReused);
    EXPECT_EQ(error_of(orders.run(keyed(command::CancelOrder{order, std::nullopt}, kOtherBody))),
              OrderError::kKeyReused);
}

TEST(IdempotencyKey, IsApartOnEachRoute) {
    TestOrderBook orders;
    const OrderId order = orders.run(keyed(orders.request(), kCall))->order;
    EXPECT_TRUE(orders.run(keyed(TestOrderBook::confirm(order), kOtherBody)));
    EXPECT_TRUE(orders.order(order).confirming);
}

TEST(IdempotencyKey, AConfirmAgainTellsHowItEnded) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    ASSERT_TRUE(orders.run(keyed(TestOrderBook::confirm(order), kCall)));
    ASSERT_TRUE(orders.run(TestOrderBook::record(order, result::Declined{DeclineReason::kLimit})));
    EXPECT_TRUE(orders.run(keyed(TestOrderBook::confirm(order), kCall)));
    EXPECT_EQ(error_of(orders.run(TestOrderBook::confirm(order))), OrderError::kNotPaying);
}

TEST(IdempotencyKey, ARefundAgainIsTheSameRefund) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    const auto first = orders.run(keyed(refund_of(order, {{1}}, 101'000), kOtherKey));
    const auto second = orders.run(keyed(refund_of(order, {{2}}, 102'000), kCall));
    ASSERT_TRUE(first && second) << static_cast<int>(error_of(second));
    const auto again = orders.run(keyed(refund_of(order, {{2}}, 102'000), kCall));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->refund, second->refund);
    EXPECT_EQ(orders.order(order).refunds.size(), 2u);
    EXPECT_EQ(error_of(orders.run(refund_of(order, {{2}}, 102'000))), OrderError::kAlreadyRefunded);
}

TEST(IdempotencyKey, OfARefusedCallIsFree) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    EXPECT_EQ(error_of(orders.run(keyed(refund_of(order, {{1}}, 1), kCall))),
              OrderError::kAmountChanged);
    EXPECT_TRUE(orders.run(keyed(refund_of(order, {{1}}, 101'000), kOtherBody)));
}

TEST(IdempotencyKey, TellsNobodyElseThatItWasUsed) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    ASSERT_TRUE(orders.run(keyed(refund_of(order, {{1}}, 101'000), kCall)));
    auto foreign = keyed(refund_of(order, {{1}}, 101'000), kOtherBody);
    foreign.guest = test_guest(2);
    EXPECT_EQ(error_of(orders.run(foreign)), OrderError::kUnknownOrder);
}

TEST(IdempotencyKey, SurvivesJournalAndSnapshot) {
    TestOrderBook orders;
    const OrderId order = orders.run(keyed(orders.request(), kCall))->order;
    EXPECT_EQ(orders.replayed(), orders.saved());
    const std::string bytes = orders.saved();
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded);
    ASSERT_NE(loaded->requested(test_guest(1), kCall.key), nullptr);
    EXPECT_EQ(loaded->requested(test_guest(1), kCall.key)->id, order);
    EXPECT_EQ(loaded->requested(test_guest(2), kCall.key), nullptr);
    EXPECT_EQ(loaded->find(order)->calls, orders.order(order).calls);
}

}  // namespace onsale::payment
