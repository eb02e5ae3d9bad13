#include "payment/domain/rule/call_rules.hpp"

#include <gtest/gtest.h>

#include "payment/domain/rule/test_desk.hpp"

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
    TestDesk desk;
    const OrderId order = desk.run(keyed(desk.request(), kCall))->order;
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Declined{DeclineReason::kLimit})));
    const auto again = desk.run(keyed(desk.request(), kCall));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, order);
    EXPECT_EQ(desk.order(order).attempt(), 1);
    EXPECT_TRUE(desk.last().empty());
    // A new key makes a new request.
    EXPECT_EQ(desk.run(keyed(desk.request(), kOtherKey))->attempt, 2);
}

TEST(IdempotencyKey, ARequestAgainFindsItsOrderAlsoWhenThatIsOver) {
    TestDesk desk;
    const OrderId order = desk.run(keyed(desk.request(), kCall))->order;
    ASSERT_TRUE(desk.run(command::CancelOrder{order, std::nullopt}));
    EXPECT_EQ(desk.run(keyed(desk.request(), kCall))->order, order);
    EXPECT_EQ(desk.book().size(), 1u);
}

TEST(IdempotencyKey, IsItsGuestsOwn) {
    TestDesk desk;
    const OrderId order = desk.run(keyed(desk.request(1), kCall))->order;
    EXPECT_NE(desk.run(keyed(desk.request(2), kOtherBody))->order, order);
}

TEST(IdempotencyKey, WithAnotherBodyIsRefusedOnEveryRoute) {
    TestDesk desk;
    const OrderId order = desk.run(keyed(desk.request(), kCall))->order;
    EXPECT_EQ(error_of(desk.run(keyed(desk.request(), kOtherBody))), OrderError::kKeyReused);
    ASSERT_TRUE(desk.run(keyed(TestDesk::confirm(order), kCall)));
    EXPECT_EQ(error_of(desk.run(keyed(TestDesk::confirm(order), kOtherBody))),
              OrderError::kKeyReused);
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved())));
    ASSERT_TRUE(desk.run(keyed(refund_of(order, {{1}}, 101'000), kCall)));
    EXPECT_EQ(error_of(desk.run(keyed(refund_of(order, {{2}}, 101'000), kOtherBody))),
              OrderError::kKeyReused);
    EXPECT_EQ(error_of(desk.run(keyed(command::CancelOrder{order, std::nullopt}, kOtherBody))),
              OrderError::kKeyReused);
}

TEST(IdempotencyKey, IsApartOnEachRoute) {
    TestDesk desk;
    const OrderId order = desk.run(keyed(desk.request(), kCall))->order;
    EXPECT_TRUE(desk.run(keyed(TestDesk::confirm(order), kOtherBody)));
    EXPECT_TRUE(desk.order(order).confirming);
}

TEST(IdempotencyKey, AConfirmAgainTellsHowItEnded) {
    TestDesk desk;
    const OrderId order = desk.paying();
    ASSERT_TRUE(desk.run(keyed(TestDesk::confirm(order), kCall)));
    ASSERT_TRUE(desk.run(TestDesk::record(order, result::Declined{DeclineReason::kLimit})));
    EXPECT_TRUE(desk.run(keyed(TestDesk::confirm(order), kCall)));
    EXPECT_EQ(error_of(desk.run(TestDesk::confirm(order))), OrderError::kNotPaying);
}

TEST(IdempotencyKey, ARefundAgainIsTheSameRefund) {
    TestDesk desk;
    const OrderId order = desk.paid();
    const auto first = desk.run(keyed(refund_of(order, {{1}}, 101'000), kOtherKey));
    const auto second = desk.run(keyed(refund_of(order, {{2}}, 102'000), kCall));
    ASSERT_TRUE(first && second) << static_cast<int>(error_of(second));
    const auto again = desk.run(keyed(refund_of(order, {{2}}, 102'000), kCall));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->refund, second->refund);
    EXPECT_EQ(desk.order(order).refunds.size(), 2u);
    EXPECT_EQ(error_of(desk.run(refund_of(order, {{2}}, 102'000))), OrderError::kAlreadyRefunded);
}

TEST(IdempotencyKey, OfARefusedCallIsFree) {
    TestDesk desk;
    const OrderId order = desk.paid();
    EXPECT_EQ(error_of(desk.run(keyed(refund_of(order, {{1}}, 1), kCall))),
              OrderError::kAmountChanged);
    EXPECT_TRUE(desk.run(keyed(refund_of(order, {{1}}, 101'000), kOtherBody)));
}

TEST(IdempotencyKey, TellsNobodyElseThatItWasUsed) {
    TestDesk desk;
    const OrderId order = desk.paid();
    ASSERT_TRUE(desk.run(keyed(refund_of(order, {{1}}, 101'000), kCall)));
    auto foreign = keyed(refund_of(order, {{1}}, 101'000), kOtherBody);
    foreign.guest = test_guest(2);
    EXPECT_EQ(error_of(desk.run(foreign)), OrderError::kUnknownOrder);
}

TEST(IdempotencyKey, SurvivesJournalAndSnapshot) {
    TestDesk desk;
    const OrderId order = desk.run(keyed(desk.request(), kCall))->order;
    EXPECT_EQ(desk.replayed(), desk.saved());
    const std::string bytes = desk.saved();
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded);
    ASSERT_NE(loaded->requested(test_guest(1), kCall.key), nullptr);
    EXPECT_EQ(loaded->requested(test_guest(1), kCall.key)->id, order);
    EXPECT_EQ(loaded->requested(test_guest(2), kCall.key), nullptr);
    EXPECT_EQ(loaded->find(order)->calls, desk.order(order).calls);
}

}  // namespace onsale::payment
