// Contract of the port Orders, for every adapter.
#include "tests/contract/sale_contract.hpp"

namespace onsale::contract {
namespace {

using payment::OrderState;
using payment::result::Approved;
using payment::result::Declined;
using sale::PayError;
using seat::SeatState;
using namespace sale::command;

class OrdersContract : public SaleContract {
  protected:
    sale::Orders& orders() { return sale_adapter().orders(); }
    payment::Order paying(std::uint32_t name, const std::string& seat) {
        const auto buyer = let_in(name);
        (void)select(buyer, {seat}).value();
        return request(buyer).value().order;
    }
};

TEST_P(OrdersContract, ARequestPricesTheHold) {
    const auto order = paying(1, "A-1");
    EXPECT_EQ(order.state, OrderState::kPaying);
    EXPECT_EQ(order.quote.total, kOneSeat);
    EXPECT_EQ(state("A-1"), SeatState::kPaying);
}

TEST_P(OrdersContract, WithoutAHoldThereIsNothingToPay) {
    EXPECT_EQ(request(let_in(1)).error().error, PayError::kNoHold);
}

TEST_P(OrdersContract, PressedTwiceItIsTheSameAttempt) {
    const auto buyer = let_in(1);
    (void)select(buyer, {"A-1"}).value();
    const auto first = request(buyer);
    const auto second = request(buyer);
    EXPECT_EQ(first->order.code, second->order.code);
    EXPECT_EQ(second->order.attempt(), 1);
}

TEST_P(OrdersContract, OneConfirmCallsTheProvider) {
    const auto order = paying(1, "A-1");
    EXPECT_TRUE(confirm(order)->calls_provider);
    EXPECT_FALSE(confirm(order)->calls_provider);
}

TEST_P(OrdersContract, TheTermsOfAnOrderComeWithIt) {
    const auto buyer = let_in(1);
    (void)select(buyer, {"A-1"}).value();
    const auto asked = request(buyer);
    ASSERT_TRUE(asked && asked->terms);
    const auto& chosen = asked->order.quote.lines.at(0).chosen;
    EXPECT_EQ(asked->terms->prices.grades.at(chosen.grade.value).types.at(chosen.type.value).name,
              "adult");
}

TEST_P(OrdersContract, ATakenBackApprovalIsNotBelieved) {
    const auto order = paying(1, "A-1");
    (void)confirm(order).value();
    ASSERT_TRUE(await(orders().call(TakeBack{order.code, 1})));
    EXPECT_FALSE(record(order, Approved{key(order), "hall", kOneSeat}));
    const auto declined = record(order, Declined{payment::DeclineReason::kReversed});
    EXPECT_EQ(declined->order.state, OrderState::kHeld);
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
}

TEST_P(OrdersContract, APaidOrderIsNotTakenBack) {
    const auto order = paid(1, "A-1");
    EXPECT_FALSE(await(orders().call(TakeBack{order.code, 1})));
}

TEST_P(OrdersContract, APaidOrderIsABookingAndTheSlotIsFree) {
    const auto order = paid(1, "A-1");
    EXPECT_EQ(order.state, OrderState::kPaid);
    EXPECT_EQ(state("A-1"), SeatState::kSold);
    const auto shown = await(orders().call(ShowOrder{order.code, guest(1)}));
    ASSERT_TRUE(shown && shown->booking);
    const auto booking = await(orders().call(ShowBooking{*shown->booking, guest(1)}));
    EXPECT_EQ(booking->order.code, order.code);
    EXPECT_EQ(view().ledger().size(), 0U);
}

TEST_P(OrdersContract, ToldTwiceItIsPaidOnce) {
    const auto order = paid(1, "A-1");
    const auto again = record(order, Approved{key(order), "hall", kOneSeat});
    EXPECT_EQ(again->order.charges.size(), 1U);
    EXPECT_TRUE(again->order.refunds.empty());
}

TEST_P(OrdersContract, ADeclineLeavesTheHold) {
    const auto order = paying(1, "A-1");
    (void)confirm(order).value();
    const auto declined = record(order, Declined{payment::DeclineReason::kLimit});
    EXPECT_EQ(declined->order.state, OrderState::kHeld);
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
}

TEST_P(OrdersContract, ACancelGivesTheSeatsBack) {
    const auto order = paying(1, "A-1");
    const auto cancelled = await(orders().call(CancelOrder{order.code, guest(1)}));
    EXPECT_EQ(cancelled->order.state, OrderState::kEnded);
    EXPECT_EQ(state("A-1"), SeatState::kReturned);
}

TEST_P(OrdersContract, SomebodyElsesOrderIsUnknown) {
    const auto order = paid(1, "A-1");
    const auto shown = await(orders().call(ShowOrder{order.code, guest(2)}));
    EXPECT_EQ(shown.error().error, PayError::kUnknownOrder);
    const auto cancelled = await(orders().call(CancelOrder{order.code, guest(2)}));
    EXPECT_EQ(cancelled.error().error, PayError::kUnknownOrder);
    const auto none = await(orders().call(ShowOrder{{1}, guest(2)}));
    EXPECT_EQ(none.error().error, PayError::kUnknownOrder);
}

TEST_P(OrdersContract, BookingsAreListedNewestFirst) {
    const auto order = paid(1, "A-1");
    const auto list = await(orders().call(ListBookings{guest(1)}));
    ASSERT_EQ(list->size(), 1U);
    EXPECT_EQ(list->front().order.code, order.code);
    EXPECT_TRUE(await(orders().call(ListBookings{guest(2)}))->empty());
}

TEST_P(OrdersContract, AnEventsOrdersAreListedByPages) {
    const auto first = paid(1, "A-1");
    const auto second = paid(2, "A-2");
    const auto page = await(orders().call(ListOrders{event_, {}, 1}));
    ASSERT_EQ(page->size(), 1U);
    EXPECT_EQ(page->front().order.code, first.code);
    const auto next = await(orders().call(ListOrders{event_, page->front().order.id, 10}));
    ASSERT_EQ(next->size(), 1U);
    EXPECT_EQ(next->front().order.code, second.code);
    const waiting_room::EventId other{event_.value + 1};
    EXPECT_TRUE(await(orders().call(ListOrders{other, {}, 10}))->empty());
}

TEST_P(OrdersContract, ARefundIsShownThenAskedForThenPaidBack) {
    const auto order = paid(1, "A-1");
    RequestRefund refund{.order = order.code, .guest = guest(1), .seats = {}, .shown = {}};
    const auto quote = await(orders().call(PreviewRefund{refund}));
    ASSERT_TRUE(quote);
    refund.shown = quote->amount;
    ASSERT_TRUE(await(orders().call(refund)));
    EXPECT_EQ(state("A-1"), SeatState::kSold);
    // The refund is sent without a further call. Only then does the provider's answer count.
    run_until([&] {
        const auto shown = await(orders().call(ShowOrder{order.code, {}}));
        return shown->order.refunds[0].state == payment::RefundState::kSent;
    });
    const auto done =
        await(orders().call(RecordRefund{order.code, {0}, 1, payment::RefundResult::kDone}));
    EXPECT_EQ(done->order.refunds[0].state, payment::RefundState::kDone);
    EXPECT_NE(state("A-1"), SeatState::kSold);
}

INSTANTIATE_TEST_SUITE_P(Adapters, OrdersContract, testing::ValuesIn(sale_adapters()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace onsale::contract
