#include "sale/domain/rule/consequences.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::EndReason;
using payment::OrderId;
using payment::OrderState;
using seat::SeatState;
using waiting_room::Keep;

void let_buy_more(TestSale& sale) {
    SaleSettings settings;
    settings.more_purchases = true;
    ASSERT_TRUE(sale.set(settings));
}

TEST(Paid, MakesExactlyOneBooking) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1", "A-2"});
    ASSERT_TRUE(shop.approve(id));
    ASSERT_TRUE(shop.approve(id, payment::ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).state, OrderState::kPaid);
    EXPECT_EQ(shop.state().bookings().size(), 1U);
    EXPECT_NE(shop.state().bookings().number_of(id), nullptr);
    EXPECT_EQ(shop.order(id).charges.size(), 1U);
}

TEST(Paid, SellsTheSeatsUnderTheFencesTheOrderWasPromised) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paid(buyer, {"A-1", "A-2"});
    ASSERT_EQ(shop.order(id).quote.lines.size(), 2U);
    for (const payment::QuoteLine& line : shop.order(id).quote.lines) {
        const seat::SeatIndex seat = line.chosen.seat;
        EXPECT_EQ(shop.hall().state(seat), SeatState::kSold);
        EXPECT_EQ(shop.hall().owner(seat), buyer.guest);
        EXPECT_EQ(shop.hall().fence(seat), line.chosen.fence.value);
    }
}

TEST(Paid, NumbersTheBookingByTheDayInTheEventsZone) {
    TestShop shop;
    shop.pass(7h - 1ms);  // 23:59:59.999 in Seoul.
    const OrderId before = shop.paid(shop.let_in(1), {"A-1"});
    shop.pass(1ms);
    const OrderId after = shop.paid(shop.let_in(2), {"A-2"});
    using namespace std::chrono;
    EXPECT_EQ(shop.state().bookings().number_of(before)->day, 2027y / January / 15);
    EXPECT_EQ(shop.state().bookings().number_of(after)->day, 2027y / January / 16);
}

TEST(Paid, EndsTheAdmissionAndFreesItsSlot) {
    TestShop shop;
    shop.edit([](auto& settings) { settings.rules.max_active = 1; });
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.join(2));
    shop.pass(2s);
    shop.admit();
    ASSERT_EQ(shop.line().ledger().size(), 1U);
    shop.paid(buyer, {"A-1"});
    EXPECT_EQ(shop.admission(buyer), nullptr);
    EXPECT_EQ(shop.line().book().standing(number_of(buyer.admission)),
              waiting_room::Standing::kEndedCompleted);
    shop.admit();
    EXPECT_NE(shop.line().ledger().find(*shop.line().find(TestSale::guest(2))), nullptr);
}

TEST(Paid, KeepsTheAdmissionWhereMoreMayBeBought) {
    TestShop shop;
    let_buy_more(shop);
    const Buyer buyer = shop.let_in(1);
    shop.paid(buyer, {"A-1"});
    ASSERT_NE(shop.admission(buyer), nullptr);
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kNot);
    EXPECT_TRUE(shop.select(buyer, {"A-5"}));
}

TEST(Paying, PinsTheAdmissionAgainstItsDeadline) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    shop.pass(1min);
    shop.paying(buyer, {"A-1"});
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kByPayment);
    shop.wait(14min);
    ASSERT_NE(shop.admission(buyer), nullptr);
    EXPECT_GT(shop.line_now(), shop.admission(buyer)->deadline);
}

TEST(Paying, PinsTheAdmissionAgainstSilence) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    shop.paying(buyer, {"A-1"});
    shop.everybody_polls = false;
    shop.wait(5min);
    EXPECT_NE(shop.admission(buyer), nullptr);
}

TEST(Paying, StopsTheHoldsClock) {
    TestShop shop;
    shop.paying(shop.let_in(1), {"A-1"});
    shop.wait(14min);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
}

TEST(Paying, TooLongGivesTheSeatsBackAndUnpinsTheAdmission) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paying(buyer, {"A-1"});
    shop.wait(15min);
    EXPECT_EQ(shop.order(id).ended, EndReason::kPayTimeUsed);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.admission(buyer), nullptr) << "its deadline has long passed";
}

TEST(Paying, GivenUpGivesTheSeatsBackAndUnpinsTheAdmission) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paying(buyer, {"A-1"});
    ASSERT_TRUE(shop.cancel(id));
    EXPECT_EQ(shop.order(id).ended, EndReason::kCancelled);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kNot);
}

TEST(Paying, SurvivesARevocationOfTheAdmission) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paying(buyer, {"A-1"});
    ASSERT_TRUE(shop.revoke(buyer));
    EXPECT_EQ(shop.order(id).state, OrderState::kPaying);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
}

TEST(Holding, EndsWhenTheGuestLeavesOrIsThrownOut) {
    for (const bool leaves : {true, false}) {
        TestShop shop;
        const Buyer buyer = shop.let_in(1);
        ASSERT_TRUE(shop.select(buyer, {"A-1"}));
        ASSERT_TRUE(leaves ? shop.leave(buyer) : shop.revoke(buyer));
        EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    }
}

TEST(Holding, InEveryHallEndsWithTheAdmission) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    ASSERT_TRUE(shop.select(shop.let_in(1, "sun"), {"A-2"}));
    ASSERT_TRUE(shop.leave(buyer));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.seat("A-2", {2}), SeatState::kReturned);
}

TEST(Holding, KeepsTheAdmissionAgainstSilence) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kBySeats);
    shop.everybody_polls = false;
    shop.wait(5min);
    EXPECT_NE(shop.admission(buyer), nullptr);
}

TEST(Holding, OnceOverLeavesTheAdmissionToSilence) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    ASSERT_TRUE(shop.release(buyer));
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kNot);
    shop.everybody_polls = false;
    shop.wait(4min);
    EXPECT_EQ(shop.admission(buyer), nullptr);
}

TEST(Holding, InOneHallKeepsTheAdmissionWhenTheOtherHoldEnds) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    const Buyer buyer = shop.let_in(1);
    const Buyer sunday = shop.let_in(1, "sun");
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    ASSERT_TRUE(shop.select(sunday, {"A-1"}));
    ASSERT_TRUE(shop.release(sunday));
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kBySeats);
}

TEST(Paying, InOneHallPinsTheAdmissionWhateverHappensInTheOther) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    const Buyer buyer = shop.let_in(1);
    const Buyer sunday = shop.let_in(1, "sun");
    shop.paying(buyer, {"A-1"});
    ASSERT_TRUE(shop.select(sunday, {"A-1"}));
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kByPayment);
    ASSERT_TRUE(shop.release(sunday));
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kByPayment);
}

TEST(Paying, UnderAnEarlierAdmissionDoesNotPinTheNextOne) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    const Buyer before = shop.let_in(1);
    shop.paying(before, {"A-1"});
    ASSERT_TRUE(shop.leave(before));
    const Buyer sunday = shop.let_in(1, "sun");
    ASSERT_TRUE(shop.select(sunday, {"A-1"}));
    EXPECT_EQ(shop.admission(sunday)->keep, Keep::kBySeats);
}

TEST(Declined, IsHeldAgainForThreeMinutesInHallOrderAndAdmissionAlike) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    shop.pass(9min);
    ASSERT_TRUE(shop.decline(id));
    const Instant until = shop.line_now() + 3min;
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
    EXPECT_EQ(shop.order(id).state, OrderState::kHeld);
    EXPECT_EQ(shop.order(id).deadline, until);
    EXPECT_EQ(shop.hall().visit(buyer.guest, shop.line_now())->deadline, until);
    EXPECT_EQ(shop.admission(buyer)->deadline, until);
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kBySeats);
}

TEST(Declined, EarlyKeepsTheDeadlineOfTheHold) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const Instant deadline = shop.select(buyer, {"A-1"})->seats.deadline;
    const OrderId id = shop.request(buyer)->order;
    ASSERT_TRUE(shop.confirm(id));
    ASSERT_TRUE(shop.decline(id));
    EXPECT_EQ(shop.order(id).deadline, deadline);
    EXPECT_EQ(shop.hall().visit(buyer.guest, shop.line_now())->deadline, deadline);
}

TEST(Declined, AndThenLeftEndsTheOrderWithTheHold) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.decline(id));
    ASSERT_TRUE(shop.leave(buyer));
    EXPECT_EQ(shop.order(id).state, OrderState::kEnded);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
}

TEST(Declined, MayBeTriedAgain) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.decline(id));
    const auto again = shop.request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, id);
    EXPECT_EQ(again->attempt, 2);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
}

TEST(Declined, AndNotTriedAgainEndsInHallAndOrder) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    shop.pass(9min);
    ASSERT_TRUE(shop.decline(id));
    shop.wait(3min);
    EXPECT_EQ(shop.order(id).ended, EndReason::kHoldExpired);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.admission(buyer), nullptr);
}

TEST(Declined, ThreeTimesGivesTheSeatsBack) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    OrderId id;
    for (int attempt = 0; attempt < 3; ++attempt) {
        ASSERT_EQ(shop.seat("A-1"), SeatState::kHeld);
        id = shop.request(buyer)->order;
        ASSERT_TRUE(shop.confirm(id));
        ASSERT_TRUE(shop.decline(id));
    }
    EXPECT_EQ(shop.order(id).ended, EndReason::kAttemptsUsed);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.admission(buyer)->keep, Keep::kNot);
}

TEST(Declined, AndGivenBackEndsTheOrderToo) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.decline(id));
    EXPECT_EQ(*shop.release(buyer), 1U);
    EXPECT_EQ(shop.order(id).ended, EndReason::kCancelled);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
}

TEST(FrozenDeadlines, StopTheClocksOfHoldAndOrderTogether) {
    TestShop shop;
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1"}));
    const OrderId paying = shop.paying(shop.let_in(2), {"A-2"});
    const Buyer third = shop.let_in(3);
    const OrderId declined = shop.confirming(third, {"A-3"});
    ASSERT_TRUE(shop.decline(declined));
    shop.pass(1min);
    shop.freeze(true);
    shop.pass(2h);
    shop.tick();
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
    EXPECT_EQ(shop.order(paying).state, OrderState::kPaying);
    EXPECT_EQ(shop.order(declined).state, OrderState::kHeld);
    EXPECT_EQ(shop.seat("A-3"), SeatState::kHeld);
    EXPECT_NE(shop.admission(third), nullptr);
}

TEST(FrozenDeadlines, MoveByTheFrozenTimeWhenTheyThaw) {
    TestShop shop;
    const Buyer first = shop.let_in(1);
    ASSERT_TRUE(shop.select(first, {"A-1"}));
    const OrderId id = shop.paying(shop.let_in(2), {"A-2"});
    shop.pass(1min);
    shop.freeze(true);
    shop.pass(2h);
    shop.freeze(false);
    shop.pass(9min - 1ms);
    shop.tick();
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
    EXPECT_NE(shop.admission(first), nullptr);
    shop.pass(1ms);
    shop.tick();
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    shop.pass(5min - 1ms);
    shop.tick();
    EXPECT_EQ(shop.order(id).state, OrderState::kPaying);
    shop.pass(1ms);
    shop.tick();
    EXPECT_EQ(shop.order(id).ended, EndReason::kPayTimeUsed);
}

}  // namespace
}  // namespace onsale::sale
