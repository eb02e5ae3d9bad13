#include <gtest/gtest.h>

#include "payment/domain/rule/test_order_book.hpp"

namespace onsale::payment {
namespace {

constexpr std::int32_t kTenDays = 10;

OrderError error_of(const OrderOutcome& outcome) {
    return outcome ? OrderError::kOutcomeUnknown : outcome.error();
}

// A guest's refund request with the amount that was shown.
command::RequestRefund wish(OrderId order, std::vector<SeatIndex> seats, std::int64_t shown) {
    return {order,    test_guest(1), std::move(seats),   RefundWhy::kGuestWish,
            kTenDays, {shown, kWon}, {ActorKind::kGuest}};
}

// A paid order, two days after the booking.
OrderId booked(TestOrderBook& orders) {
    const OrderId order = orders.paid();
    orders.jump(48h);
    return order;
}

// An order with a refund of everything that was just sent.
OrderId sent(TestOrderBook& orders) {
    const OrderId order = booked(orders);
    ONSALE_ASSERT(orders.run(wish(order, {}, 180'000)));
    orders.tick();
    return order;
}

RefundState state_of(const TestOrderBook& orders, OrderId order, std::size_t index = 0) {
    return orders.order(order).refunds.at(index).state;
}

}  // namespace

TEST(Refund, ThePreviewListsWhatIsKeptAndChangesNothing) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    const auto quote = preview_refund(orders.book(), wish(order, {}, 0), orders.now());
    ASSERT_TRUE(quote);
    EXPECT_EQ(quote->amount, (Money{180'000, kWon}));
    EXPECT_EQ(quote->deductions.size(), 5u);
    EXPECT_EQ(quote->seats.size(), 2u);
}

TEST(Refund, ARefundThatDiffersFromTheShownOneIsNotDone) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    EXPECT_EQ(error_of(orders.run(wish(order, {}, 180'001))), OrderError::kAmountChanged);
    EXPECT_TRUE(orders.run(wish(order, {}, 180'000)));
}

TEST(Refund, IsRequestedThenSentThenDone) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    ASSERT_TRUE(orders.run(wish(order, {}, 180'000)));
    EXPECT_EQ(state_of(orders, order), RefundState::kRequested);
    orders.tick();
    EXPECT_EQ(state_of(orders, order), RefundState::kSent);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(state_of(orders, order), RefundState::kDone);
    EXPECT_EQ(orders.order(order).balance({0}), 23'000);
}

TEST(Refund, ASeatIsGivenBackOnceAndOrderFeesWithTheLast) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    ASSERT_TRUE(orders.run(wish(order, {{1}}, 101'000)));
    EXPECT_EQ(error_of(orders.run(wish(order, {{1}}, 101'000))), OrderError::kAlreadyRefunded);
    ASSERT_TRUE(orders.run(wish(order, {{2}}, 102'000)));
    EXPECT_EQ(error_of(orders.run(wish(order, {}, 0))), OrderError::kAlreadyRefunded);
    EXPECT_EQ(orders.order(order).refundable({0}), 0);
}

TEST(Refund, ForeignSeatsAndOrdersAreRefused) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    EXPECT_EQ(error_of(orders.run(wish(order, {{3}}, 0))), OrderError::kSeatNotInOrder);
    EXPECT_EQ(error_of(orders.run(wish(order, {{1}, {1}}, 0))), OrderError::kSeatNotInOrder);
    auto foreign = wish(order, {}, 180'000);
    foreign.guest = test_guest(2);
    EXPECT_EQ(error_of(orders.run(foreign)), OrderError::kUnknownOrder);
}

TEST(Refund, OnlyAPaidOrderHasAnything) {
    TestOrderBook orders;
    EXPECT_EQ(error_of(orders.run(wish(orders.declined(), {}, 0))), OrderError::kNotPaid);
}

TEST(Refund, TheTableMayGiveNothing) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    auto today = wish(order, {}, 0);
    today.days_before = 0;
    EXPECT_EQ(error_of(orders.run(today)), OrderError::kNotRefundable);
}

TEST(Refund, TheOrganisersFaultIsNotTheGuestsToState) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    auto fault = wish(order, {}, kTwoSeats.amount);
    fault.why = RefundWhy::kOrganiserFault;
    fault.days_before = -1;
    EXPECT_EQ(error_of(orders.run(fault)), OrderError::kNotRefundable);
    fault.by = {ActorKind::kOperator, 1};
    EXPECT_TRUE(orders.run(fault));
}

TEST(Refund, TwoOfOneChargeAreSentOneAfterTheOther) {
    TestOrderBook orders;
    const OrderId order = orders.paid();
    ASSERT_TRUE(orders.run(wish(order, {{1}}, 101'000)));
    ASSERT_TRUE(orders.run(wish(order, {{2}}, 102'000)));
    orders.tick();
    EXPECT_EQ(state_of(orders, order, 0), RefundState::kSent);
    EXPECT_EQ(state_of(orders, order, 1), RefundState::kRequested);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    orders.tick();
    EXPECT_EQ(state_of(orders, order, 1), RefundState::kSent);
}

TEST(Refund, AMissingAnswerIsUnknownAndTriedAgain) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    orders.pass(75s);
    EXPECT_EQ(state_of(orders, order), RefundState::kUnknown);
    orders.pass(10s);
    EXPECT_EQ(state_of(orders, order), RefundState::kSent);
    EXPECT_EQ(orders.order(order).refunds[0].tries, 2);
}

TEST(Refund, AnUnavailableProviderIsTriedLater) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kUnavailable}));
    EXPECT_EQ(state_of(orders, order), RefundState::kRequested);
    orders.pass(10s);
    EXPECT_EQ(state_of(orders, order), RefundState::kSent);
}

TEST(Refund, UnavailableAfterUnknownStaysUnknown) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kOutcomeUnknown}));
    orders.pass(10s);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 2, RefundResult::kUnavailable}));
    EXPECT_EQ(state_of(orders, order), RefundState::kUnknown);
}

TEST(Refund, ALateYesCountsAndALateNoDoesNot) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    orders.pass(75s);
    EXPECT_EQ(error_of(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kRefused})),
              OrderError::kWrongState);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(state_of(orders, order), RefundState::kDone);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_TRUE(orders.last().empty());
}

TEST(Refund, ANoToAnEarlierTrySaysNothingOfThisOne) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    orders.pass(85s);
    ASSERT_EQ(orders.order(order).refunds[0].tries, 2);
    EXPECT_EQ(error_of(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kRefused})),
              OrderError::kWrongState);
    EXPECT_EQ(state_of(orders, order), RefundState::kSent);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(state_of(orders, order), RefundState::kDone);
}

TEST(Refund, TriesAreLimited) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    for (int tries = 0; tries < 100 && orders.order(order).refunds[0].next_at; ++tries) {
        orders.jump(9h);
        orders.tick();
    }
    EXPECT_EQ(state_of(orders, order), RefundState::kUnknown);
    EXPECT_EQ(orders.order(order).refunds[0].tries, 11);
    ASSERT_TRUE(orders.run(command::RetryRefund{order, {0}}));
    orders.tick();
    EXPECT_EQ(state_of(orders, order), RefundState::kSent);
}

TEST(Refund, ARefusedOneMayBeTriedAgainByAnOperator) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    EXPECT_EQ(error_of(orders.run(command::RetryRefund{order, {0}})), OrderError::kWrongState);
    ASSERT_TRUE(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kRefused}));
    EXPECT_EQ(state_of(orders, order), RefundState::kFailed);
    ASSERT_TRUE(orders.run(command::RetryRefund{order, {0}}));
    orders.tick();
    EXPECT_EQ(state_of(orders, order), RefundState::kSent);
}

TEST(Refund, CancelConfirmAndThreeRefundsAtOnceGiveOneRefund) {
    TestOrderBook orders;
    const OrderId order = booked(orders);
    EXPECT_FALSE(orders.run(command::CancelOrder{order, {}, {}}));
    EXPECT_TRUE(orders.run(TestOrderBook::confirm(order)));
    EXPECT_TRUE(orders.run(wish(order, {}, 180'000)));
    EXPECT_FALSE(orders.run(wish(order, {}, 180'000)));
    EXPECT_FALSE(orders.run(wish(order, {{1}}, 90'000)));
    EXPECT_EQ(orders.order(order).refunds.size(), 1u);
}

TEST(Refund, ReplayGivesTheSameBytesAndLoadingToo) {
    TestOrderBook orders;
    const OrderId order = sent(orders);
    orders.pass(2min);
    static_cast<void>(orders.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(orders.replayed(), orders.saved());
    const std::string bytes = orders.saved();
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(in.at_end());
    EXPECT_EQ(TestOrderBook::bytes_of(*loaded), bytes);
    EXPECT_EQ(loaded->in_order_of_due(), orders.book().in_order_of_due());
    ByteReader torn{std::string_view{bytes}.substr(0, bytes.size() - 1)};
    EXPECT_FALSE(OrderBook::load(torn));
}

}  // namespace onsale::payment
