#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;

command::KeepReturn back_with(OrderId order, std::string key = "key-1") {
    return {order, 1, std::move(key), kTwoSeats, "token"};
}

OrderId returned(TestOrderBook& orders) {
    const OrderId order = orders.paying();
    ONSALE_ASSERT(orders.run(back_with(order)));
    return order;
}

TEST(GuestReturn, IsKeptOnceWithWhatTheConfirmNeeds) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    EXPECT_TRUE(orders.run(back_with(order)));
    EXPECT_EQ(orders.seen<fact::GuestReturned>(), 1u);
    EXPECT_TRUE(orders.order(order).confirming);
    EXPECT_FALSE(orders.order(order).guests_turn());
    EXPECT_EQ(orders.order(order).approval, "token");
    EXPECT_EQ(orders.seen<fact::ConfirmSent>(), 0u);
}

TEST(GuestReturn, IsConfirmedOnce) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    ASSERT_TRUE(orders.run(back_with(order)));
    EXPECT_EQ(orders.seen<fact::ConfirmSent>(), 1u);
    EXPECT_EQ(orders.seen<fact::GuestReturned>(), 1u);
    EXPECT_FALSE(orders.order(order).approval);
}

TEST(GuestReturn, IsToldAgainUntilItIsConfirmed) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    orders.pass(12s);
    EXPECT_EQ(orders.seen<fact::GuestReturned>(), 3u);
    EXPECT_EQ(orders.seen<fact::OutcomeLost>(), 0u);
    ASSERT_TRUE(orders.run(TestOrderBook::confirm(order)));
    orders.pass(12s);
    EXPECT_EQ(orders.seen<fact::GuestReturned>(), 3u);
}

TEST(GuestReturn, InTimeIsConfirmedHoweverLate) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    orders.jump(2h);
    orders.tick();
    EXPECT_EQ(orders.order(order).state, OrderState::kPaying);
    EXPECT_TRUE(orders.run(TestOrderBook::confirm(order)));
    EXPECT_TRUE(orders.run(TestOrderBook::record(order, TestOrderBook::approved())));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
}

TEST(GuestReturn, AfterItsTimeOrWithAnotherSumOrPaymentIsRefused) {
    TestOrderBook orders;
    const OrderId order = orders.paying();
    auto cheap = back_with(order);
    cheap.amount.amount = 1;
    EXPECT_EQ(orders.run(cheap).error(), OrderError::kMismatch);
    auto long_one = back_with(order);
    long_one.approval.assign(4097, 'x');
    EXPECT_EQ(orders.run(long_one).error(), OrderError::kMismatch);
    EXPECT_EQ(orders.run(back_with(order, "")).error(), OrderError::kMismatch);
    ASSERT_TRUE(orders.run(back_with(order)));
    EXPECT_EQ(orders.run(back_with(order, "key-of-another")).error(), OrderError::kMismatch);
    auto other = TestOrderBook::confirm(order);
    other.payment_key = "key-of-another";
    EXPECT_EQ(orders.run(other).error(), OrderError::kMismatch);
    const OrderId late = orders.paying(2);
    orders.jump(15min);
    EXPECT_EQ(orders.run(back_with(late)).error(), OrderError::kTooLate);
}

TEST(GuestReturn, IsOverWithAWebhookThatWasQuicker) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    ASSERT_TRUE(orders.run(
        TestOrderBook::record(order, TestOrderBook::approved(), ResultSource::kWebhook)));
    EXPECT_EQ(orders.order(order).state, OrderState::kPaid);
    EXPECT_FALSE(orders.order(order).approval);
    EXPECT_TRUE(orders.run(TestOrderBook::confirm(order)));
    EXPECT_EQ(orders.seen<fact::ConfirmSent>(), 0u);
}

TEST(GuestReturn, TakesNoApprovalBackThatNobodyAskedFor) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    EXPECT_EQ(orders.run(command::TakeBack{order, 1}).error(), OrderError::kWrongState);
}

TEST(GuestReturn, IsInASnapshot) {
    TestOrderBook orders;
    const OrderId order = returned(orders);
    const std::string bytes = orders.saved();
    EXPECT_EQ(bytes, orders.replayed());
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded && in.at_end());
    EXPECT_EQ(*loaded->find(order), orders.order(order));
    EXPECT_EQ(TestOrderBook::bytes_of(*loaded), bytes);
}

}  // namespace
}  // namespace onsale::payment
