#include <gtest/gtest.h>

#include "payment/domain/rule/test_desk.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;

command::KeepReturn back_with(OrderId order, std::string key = "key-1") {
    return {order, 1, std::move(key), kTwoSeats, "token"};
}

OrderId returned(TestDesk& desk) {
    const OrderId order = desk.paying();
    ONSALE_ASSERT(desk.run(back_with(order)));
    return order;
}

TEST(GuestReturn, IsKeptOnceWithWhatTheConfirmNeeds) {
    TestDesk desk;
    const OrderId order = returned(desk);
    EXPECT_TRUE(desk.run(back_with(order)));
    EXPECT_EQ(desk.seen<fact::GuestReturned>(), 1u);
    EXPECT_TRUE(desk.order(order).confirming);
    EXPECT_FALSE(desk.order(order).guests_turn());
    EXPECT_EQ(desk.order(order).approval, "token");
    EXPECT_EQ(desk.seen<fact::ConfirmSent>(), 0u);
}

TEST(GuestReturn, IsConfirmedOnce) {
    TestDesk desk;
    const OrderId order = returned(desk);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    ASSERT_TRUE(desk.run(back_with(order)));
    EXPECT_EQ(desk.seen<fact::ConfirmSent>(), 1u);
    EXPECT_EQ(desk.seen<fact::GuestReturned>(), 1u);
    EXPECT_FALSE(desk.order(order).approval);
}

TEST(GuestReturn, IsToldAgainUntilItIsConfirmed) {
    TestDesk desk;
    const OrderId order = returned(desk);
    desk.pass(12s);
    EXPECT_EQ(desk.seen<fact::GuestReturned>(), 3u);
    EXPECT_EQ(desk.seen<fact::OutcomeLost>(), 0u);
    ASSERT_TRUE(desk.run(TestDesk::confirm(order)));
    desk.pass(12s);
    EXPECT_EQ(desk.seen<fact::GuestReturned>(), 3u);
}

TEST(GuestReturn, InTimeIsConfirmedHoweverLate) {
    TestDesk desk;
    const OrderId order = returned(desk);
    desk.jump(2h);
    desk.tick();
    EXPECT_EQ(desk.order(order).state, OrderState::kPaying);
    EXPECT_TRUE(desk.run(TestDesk::confirm(order)));
    EXPECT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved())));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
}

TEST(GuestReturn, AfterItsTimeOrWithAnotherSumOrPaymentIsRefused) {
    TestDesk desk;
    const OrderId order = desk.paying();
    auto cheap = back_with(order);
    cheap.amount.amount = 1;
    EXPECT_EQ(desk.run(cheap).error(), OrderError::kMismatch);
    auto long_one = back_with(order);
    long_one.approval.assign(4097, 'x');
    EXPECT_EQ(desk.run(long_one).error(), OrderError::kMismatch);
    EXPECT_EQ(desk.run(back_with(order, "")).error(), OrderError::kMismatch);
    ASSERT_TRUE(desk.run(back_with(order)));
    EXPECT_EQ(desk.run(back_with(order, "key-of-another")).error(), OrderError::kMismatch);
    auto other = TestDesk::confirm(order);
    other.payment_key = "key-of-another";
    EXPECT_EQ(desk.run(other).error(), OrderError::kMismatch);
    const OrderId late = desk.paying(2);
    desk.jump(15min);
    EXPECT_EQ(desk.run(back_with(late)).error(), OrderError::kTooLate);
}

TEST(GuestReturn, IsOverWithAWebhookThatWasQuicker) {
    TestDesk desk;
    const OrderId order = returned(desk);
    ASSERT_TRUE(desk.run(TestDesk::record(order, TestDesk::approved(), ResultSource::kWebhook)));
    EXPECT_EQ(desk.order(order).state, OrderState::kPaid);
    EXPECT_FALSE(desk.order(order).approval);
    EXPECT_TRUE(desk.run(TestDesk::confirm(order)));
    EXPECT_EQ(desk.seen<fact::ConfirmSent>(), 0u);
}

TEST(GuestReturn, TakesNoApprovalBackThatNobodyAskedFor) {
    TestDesk desk;
    const OrderId order = returned(desk);
    EXPECT_EQ(desk.run(command::TakeBack{order, 1}).error(), OrderError::kWrongState);
}

TEST(GuestReturn, IsInASnapshot) {
    TestDesk desk;
    const OrderId order = returned(desk);
    const std::string bytes = desk.saved();
    EXPECT_EQ(bytes, desk.replayed());
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded && in.at_end());
    EXPECT_EQ(*loaded->find(order), desk.order(order));
    EXPECT_EQ(TestDesk::bytes_of(*loaded), bytes);
}

}  // namespace
}  // namespace onsale::payment
