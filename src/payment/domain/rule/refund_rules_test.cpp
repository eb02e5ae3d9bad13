#include <gtest/gtest.h>

#include "payment/domain/rule/test_desk.hpp"

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
OrderId booked(TestDesk& desk) {
    const OrderId order = desk.paid();
    desk.jump(48h);
    return order;
}

// An order with a refund of everything that was just sent.
OrderId sent(TestDesk& desk) {
    const OrderId order = booked(desk);
    ONSALE_ASSERT(desk.run(wish(order, {}, 180'000)));
    desk.tick();
    return order;
}

RefundState state_of(const TestDesk& desk, OrderId order, std::size_t index = 0) {
    return desk.order(order).refunds.at(index).state;
}

}  // namespace

TEST(Refund, ThePreviewListsWhatIsKeptAndChangesNothing) {
    TestDesk desk;
    const OrderId order = booked(desk);
    const auto quote = preview_refund(desk.book(), wish(order, {}, 0), desk.now());
    ASSERT_TRUE(quote);
    EXPECT_EQ(quote->amount, (Money{180'000, kWon}));
    EXPECT_EQ(quote->deductions.size(), 5u);
    EXPECT_EQ(quote->seats.size(), 2u);
}

TEST(Refund, WhatWasNotShownIsNotDone) {
    TestDesk desk;
    const OrderId order = booked(desk);
    EXPECT_EQ(error_of(desk.run(wish(order, {}, 180'001))), OrderError::kAmountChanged);
    EXPECT_TRUE(desk.run(wish(order, {}, 180'000)));
}

TEST(Refund, IsRequestedThenSentThenDone) {
    TestDesk desk;
    const OrderId order = booked(desk);
    ASSERT_TRUE(desk.run(wish(order, {}, 180'000)));
    EXPECT_EQ(state_of(desk, order), RefundState::kRequested);
    desk.tick();
    EXPECT_EQ(state_of(desk, order), RefundState::kSent);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(state_of(desk, order), RefundState::kDone);
    EXPECT_EQ(desk.order(order).balance({0}), 23'000);
}

TEST(Refund, ASeatIsGivenBackOnceAndOrderFeesWithTheLast) {
    TestDesk desk;
    const OrderId order = desk.paid();
    ASSERT_TRUE(desk.run(wish(order, {{1}}, 101'000)));
    EXPECT_EQ(error_of(desk.run(wish(order, {{1}}, 101'000))), OrderError::kAlreadyRefunded);
    ASSERT_TRUE(desk.run(wish(order, {{2}}, 102'000)));
    EXPECT_EQ(error_of(desk.run(wish(order, {}, 0))), OrderError::kAlreadyRefunded);
    EXPECT_EQ(desk.order(order).refundable({0}), 0);
}

TEST(Refund, ForeignSeatsAndOrdersAreRefused) {
    TestDesk desk;
    const OrderId order = booked(desk);
    EXPECT_EQ(error_of(desk.run(wish(order, {{3}}, 0))), OrderError::kSeatNotInOrder);
    EXPECT_EQ(error_of(desk.run(wish(order, {{1}, {1}}, 0))), OrderError::kSeatNotInOrder);
    auto foreign = wish(order, {}, 180'000);
    foreign.guest = test_guest(2);
    EXPECT_EQ(error_of(desk.run(foreign)), OrderError::kUnknownOrder);
}

TEST(Refund, OnlyAPaidOrderHasAnything) {
    TestDesk desk;
    EXPECT_EQ(error_of(desk.run(wish(desk.declined(), {}, 0))), OrderError::kNotPaid);
}

TEST(Refund, TheTableMayGiveNothing) {
    TestDesk desk;
    const OrderId order = booked(desk);
    auto today = wish(order, {}, 0);
    today.days_before = 0;
    EXPECT_EQ(error_of(desk.run(today)), OrderError::kNotRefundable);
}

TEST(Refund, TheOrganisersFaultIsNotTheGuestsToState) {
    TestDesk desk;
    const OrderId order = booked(desk);
    auto fault = wish(order, {}, kTwoSeats.amount);
    fault.why = RefundWhy::kOrganiserFault;
    fault.days_before = -1;
    EXPECT_EQ(error_of(desk.run(fault)), OrderError::kNotRefundable);
    fault.by = {ActorKind::kOperator, 1};
    EXPECT_TRUE(desk.run(fault));
}

TEST(Refund, TwoOfOneChargeAreSentOneAfterTheOther) {
    TestDesk desk;
    const OrderId order = desk.paid();
    ASSERT_TRUE(desk.run(wish(order, {{1}}, 101'000)));
    ASSERT_TRUE(desk.run(wish(order, {{2}}, 102'000)));
    desk.tick();
    EXPECT_EQ(state_of(desk, order, 0), RefundState::kSent);
    EXPECT_EQ(state_of(desk, order, 1), RefundState::kRequested);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    desk.tick();
    EXPECT_EQ(state_of(desk, order, 1), RefundState::kSent);
}

TEST(Refund, AMissingAnswerIsUnknownAndTriedAgain) {
    TestDesk desk;
    const OrderId order = sent(desk);
    desk.pass(75s);
    EXPECT_EQ(state_of(desk, order), RefundState::kUnknown);
    desk.pass(10s);
    EXPECT_EQ(state_of(desk, order), RefundState::kSent);
    EXPECT_EQ(desk.order(order).refunds[0].tries, 2);
}

TEST(Refund, AnUnavailableProviderIsTriedLater) {
    TestDesk desk;
    const OrderId order = sent(desk);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kUnavailable}));
    EXPECT_EQ(state_of(desk, order), RefundState::kRequested);
    desk.pass(10s);
    EXPECT_EQ(state_of(desk, order), RefundState::kSent);
}

TEST(Refund, UnavailableAfterUnknownStaysUnknown) {
    TestDesk desk;
    const OrderId order = sent(desk);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kOutcomeUnknown}));
    desk.pass(10s);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 2, RefundResult::kUnavailable}));
    EXPECT_EQ(state_of(desk, order), RefundState::kUnknown);
}

TEST(Refund, ALateYesCountsAndALateNoDoesNot) {
    TestDesk desk;
    const OrderId order = sent(desk);
    desk.pass(75s);
    EXPECT_EQ(error_of(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kRefused})),
              OrderError::kWrongState);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(state_of(desk, order), RefundState::kDone);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_TRUE(desk.last().empty());
}

TEST(Refund, ANoToAnEarlierTrySaysNothingOfThisOne) {
    TestDesk desk;
    const OrderId order = sent(desk);
    desk.pass(85s);
    ASSERT_EQ(desk.order(order).refunds[0].tries, 2);
    EXPECT_EQ(error_of(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kRefused})),
              OrderError::kWrongState);
    EXPECT_EQ(state_of(desk, order), RefundState::kSent);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(state_of(desk, order), RefundState::kDone);
}

TEST(Refund, TriesAreLimited) {
    TestDesk desk;
    const OrderId order = sent(desk);
    for (int tries = 0; tries < 100 && desk.order(order).refunds[0].next_at; ++tries) {
        desk.jump(9h);
        desk.tick();
    }
    EXPECT_EQ(state_of(desk, order), RefundState::kUnknown);
    EXPECT_EQ(desk.order(order).refunds[0].tries, 11);
    ASSERT_TRUE(desk.run(command::RetryRefund{order, {0}}));
    desk.tick();
    EXPECT_EQ(state_of(desk, order), RefundState::kSent);
}

TEST(Refund, ARefusedOneMayBeTriedAgainByAnOperator) {
    TestDesk desk;
    const OrderId order = sent(desk);
    EXPECT_EQ(error_of(desk.run(command::RetryRefund{order, {0}})), OrderError::kWrongState);
    ASSERT_TRUE(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kRefused}));
    EXPECT_EQ(state_of(desk, order), RefundState::kFailed);
    ASSERT_TRUE(desk.run(command::RetryRefund{order, {0}}));
    desk.tick();
    EXPECT_EQ(state_of(desk, order), RefundState::kSent);
}

TEST(Refund, CancelConfirmAndThreeRefundsAtOnceGiveOneRefund) {
    TestDesk desk;
    const OrderId order = booked(desk);
    EXPECT_FALSE(desk.run(command::CancelOrder{order, {}, {}}));
    EXPECT_TRUE(desk.run(TestDesk::confirm(order)));
    EXPECT_TRUE(desk.run(wish(order, {}, 180'000)));
    EXPECT_FALSE(desk.run(wish(order, {}, 180'000)));
    EXPECT_FALSE(desk.run(wish(order, {{1}}, 90'000)));
    EXPECT_EQ(desk.order(order).refunds.size(), 1u);
}

TEST(Refund, ReplayGivesTheSameBytesAndLoadingToo) {
    TestDesk desk;
    const OrderId order = sent(desk);
    desk.pass(2min);
    static_cast<void>(desk.run(command::RecordRefund{order, {0}, 1, RefundResult::kDone}));
    EXPECT_EQ(desk.replayed(), desk.saved());
    const std::string bytes = desk.saved();
    ByteReader in{bytes};
    const auto loaded = OrderBook::load(in);
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(in.at_end());
    EXPECT_EQ(TestDesk::bytes_of(*loaded), bytes);
    EXPECT_EQ(loaded->in_order_of_due(), desk.book().in_order_of_due());
    ByteReader torn{std::string_view{bytes}.substr(0, bytes.size() - 1)};
    EXPECT_FALSE(OrderBook::load(torn));
}

}  // namespace onsale::payment
