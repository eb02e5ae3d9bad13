// One process buys: the rows that each step writes.
#include <gtest/gtest.h>

#include "tests/postgres/order/order_site.hpp"

namespace onsale::postgres {
namespace {

class Purchase : public OnOrders {
  protected:
    Process shop_process = process(1);
};

TEST_F(Purchase, ARequestWritesTheOrderItsFactsAndItsSeats) {
    const auto order = paying(shop_process, 1, {2, 3});
    EXPECT_EQ(order.state, OrderState::kPaying);
    EXPECT_EQ(living(), "2:1 3:1");
    EXPECT_EQ(sql("SELECT id || ' ' || state || ' ' || facts || ' ' || guests_turn FROM orders"),
              "1 1 1 true");
    EXPECT_EQ(sql("SELECT count(*) FROM order_facts WHERE seq = 1"), "1");
    EXPECT_EQ(sql("SELECT string_agg(type, ' ') FROM outbox"), "RESERVATION_CREATED");
}

TEST_F(Purchase, AConfirmAndAResultAreDecidedFromMemoryInOneRoundTripEach) {
    (void)paid(shop_process, 1, {2});
    EXPECT_EQ(shop_process->counters["order_batches_cached"], 2u);
    EXPECT_EQ(shop_process->counters["order_batches_locked"], 1u);
    EXPECT_EQ(shop_process->counters["order_conflicts"], 0u);
}

TEST_F(Purchase, APaidOrderIsSoldPaidForAndTold) {
    const auto order = paid(shop_process, 1, {2});
    EXPECT_EQ(order.state, OrderState::kPaid);
    EXPECT_EQ(living(), "2:2");
    EXPECT_EQ(sql("SELECT state || ' ' || seats || ' ' || facts FROM orders"), "3 1 3");
    EXPECT_EQ(sql("SELECT (booking_id = booking_number) || ' ' || amount || ' ' || status"
                  " FROM payments JOIN orders ON orders.id = order_id"),
              "true 102000 CONFIRMED");
    EXPECT_EQ(sql("SELECT string_agg(type, ' ' ORDER BY id) FROM outbox"
                  " WHERE type <> 'RESERVATION_CREATED'"),
              "PAYMENT_CONFIRMED RESERVATION_CONFIRMED BOOKING_COMPLETED");
}

TEST_F(Purchase, ADeclineEndsTheSeatsAndTheNextAttemptHasNewTurns) {
    const auto order = paying(shop_process, 1, {2});
    (void)call(shop_process, record(order, Declined{payment::DeclineReason::kLimit})).value();
    EXPECT_EQ(living(), "");
    const auto again = paying(shop_process, 1, {2});
    EXPECT_EQ(again.id, order.id);
    EXPECT_EQ(sql("SELECT turn FROM seat_owners WHERE ended_at IS NULL"), "2");
}

TEST_F(Purchase, ALatePaymentGetsItsSeatsBack) {
    const auto order = paying(shop_process, 1, {2});
    (void)call(shop_process, record(order, Declined{payment::DeclineReason::kLimit})).value();
    const auto late = call(shop_process, approval(order));
    EXPECT_EQ(late->order.state, OrderState::kPaid);
    EXPECT_EQ(living(), "2:2");
}

TEST_F(Purchase, ALatePaymentForSeatsOfAnotherGuestGoesBack) {
    const auto order = paying(shop_process, 1, {2});
    (void)call(shop_process, record(order, Declined{payment::DeclineReason::kLimit})).value();
    (void)paying(shop_process, 2, {2});
    const auto late = call(shop_process, approval(order));
    EXPECT_EQ(late->order.refunds.at(0).why, payment::RefundWhy::kSeatsLost);
    EXPECT_EQ(living(), "2:1");
    EXPECT_EQ(sql("SELECT refunded || ' ' || status || ' ' || coalesce(booking_id, '-')"
                  " FROM payments"),
              "102000 REFUNDED -");
}

TEST_F(Purchase, ARefundGivesTheSeatATurnThatNobodyHas) {
    const auto order = paid(shop_process, 1, {2, 3});
    RequestRefund wanted{order.code, order.guest, {"A-3"}, payment::RefundWhy::kGuestWish, {}, {}};
    wanted.shown = call(shop_process, PreviewRefund{wanted})->amount;
    EXPECT_EQ(call(shop_process, wanted)->order.refunds.size(), 1u);
    EXPECT_EQ(run(shop_process->due().run()).value(), 1u);
    const auto done =
        call(shop_process, RecordRefund{order.code, {0}, 1, payment::RefundResult::kDone});
    EXPECT_EQ(done->order.refunds.at(0).state, payment::RefundState::kDone);
    EXPECT_EQ(living(), "3:2");
    EXPECT_EQ(sql("SELECT max(turn) || ' ' || max(state) FROM seat_owners WHERE seat = 2"), "2 3");
    EXPECT_EQ(sql("SELECT state || ' ' || tries FROM refunds"), "2 1");
    EXPECT_EQ(sql("SELECT seats FROM orders"), "1");
}

TEST_F(Purchase, ACallThatIsMadeAgainFindsItsOrder) {
    auto request = wish(1, {2});
    request.call = payment::CallKey{7, 8};
    const auto first = call(shop_process, request);
    (void)call(shop_process, CancelOrder{first->order.code, first->order.guest}).value();
    const auto again = call(shop_process, request);
    EXPECT_EQ(again->order.code, first->order.code);
    EXPECT_EQ(again->order.state, OrderState::kEnded);
    request.call->body = 9;
    EXPECT_EQ(call(shop_process, request).error().order, payment::OrderError::kKeyReused);
}

TEST_F(Purchase, ADeclinedOrderLastsAsLongAsItsHold) {
    const auto order = paying(shop_process, 1, {2});
    (void)call(shop_process, record(order, Declined{payment::DeclineReason::kLimit})).value();
    const auto longer = run(shop_process->order_clock().call(
        HoldLonger{TestSale::kEvent, "fri", TestSale::guest(1), 30min}));
    EXPECT_EQ(longer->order.deadline, TestSale::kStart + 30min);
}

}  // namespace
}  // namespace onsale::postgres
