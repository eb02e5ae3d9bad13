// Extending an admission extends its holds, but nothing that is being paid.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "seat/domain/hall_rules.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;
using payment::OrderState;
using seat::SeatState;

Instant deadline_of(const TestShop& shop, const Buyer& buyer, HallId hall = TestSale::kFriday) {
    return shop.state().halls().find(hall)->seats.visit(buyer.guest, shop.line_now())->deadline;
}

}  // namespace

TEST(Extension, IsTheHoldsToo) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    shop.pass(1min);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    const Instant hold = deadline_of(shop, buyer);
    const Instant admission = shop.admission(buyer)->deadline;
    ASSERT_TRUE(shop.extend(buyer));
    EXPECT_EQ(deadline_of(shop, buyer), hold + 2min);
    EXPECT_EQ(shop.admission(buyer)->deadline, admission + 2min);
    shop.wait(10min + 1min);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
    shop.wait(1min);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
}

TEST(Extension, IsKeptWhenOtherSeatsAreChosen) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    ASSERT_TRUE(shop.extend(buyer));
    const Instant hold = deadline_of(shop, buyer);
    const auto swapped = shop.select(buyer, {"A-2"});
    ASSERT_TRUE(swapped);
    EXPECT_EQ(swapped->seats.deadline, hold);
}

TEST(Extension, IsForEveryHall) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    const Buyer friday = shop.let_in(1);
    const Buyer sunday = shop.let_in(1, "sun");
    ASSERT_TRUE(shop.select(friday, {"A-1"}) && shop.select(sunday, {"A-1"}));
    const Instant before = deadline_of(shop, sunday, {2});
    ASSERT_TRUE(shop.extend(friday));
    EXPECT_EQ(deadline_of(shop, friday), before + 2min);
    EXPECT_EQ(deadline_of(shop, sunday, {2}), before + 2min);
}

TEST(Extension, IsNobodyElses) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const Buyer other = shop.let_in(2);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}) && shop.select(other, {"A-2"}));
    const Instant hold = deadline_of(shop, other);
    ASSERT_TRUE(shop.extend(buyer));
    EXPECT_EQ(deadline_of(shop, other), hold);
}

TEST(Extension, LeavesAPaymentsDeadlinesAlone) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.paying(buyer, {"A-1"});
    const Instant hold = deadline_of(shop, buyer);
    const Instant pay_by = shop.order(id).deadline;
    const Instant admission = shop.admission(buyer)->deadline;
    ASSERT_TRUE(shop.extend(buyer));
    EXPECT_EQ(shop.admission(buyer)->deadline, admission + 2min);
    EXPECT_EQ(deadline_of(shop, buyer), hold);
    EXPECT_EQ(shop.order(id).deadline, pay_by);
    shop.wait(15min);
    EXPECT_EQ(shop.order(id).ended, payment::EndReason::kPayTimeUsed);
}

TEST(Extension, AfterADeclineIsForTheOrderToo) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId order = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.decline(order));
    const Instant before = shop.order(order).deadline;
    ASSERT_TRUE(shop.extend(buyer));
    const Instant after = shop.order(order).deadline;
    EXPECT_EQ(after, before + shop.line().settings().rules.extension);
    shop.wait(before - shop.line_now() + 1s);
    EXPECT_EQ(shop.order(order).state, OrderState::kHeld);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
    const auto again = shop.request(buyer);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->order, order);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
}

// The hold is stored elsewhere, and the guest got more time there.
TEST(Extension, OfAHoldElsewhereIsForItsDeclinedOrder) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId order = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.decline(order));
    const Instant before = shop.order(order).deadline;
    const auto longer = [&](Duration by) {
        const Duration left = shop.order(order).deadline - shop.line_now() + by;
        return shop.run(command::HoldLonger{TestSale::kEvent, "fri", buyer.guest, left});
    };
    ASSERT_TRUE(longer(999ms)) << "the message was on its way for a moment";
    ASSERT_TRUE(longer(-1min)) << "an order is never shortened";
    EXPECT_EQ(shop.order(order).deadline, before);
    ASSERT_TRUE(longer(2min));
    EXPECT_EQ(shop.order(order).deadline, before + 2min);
    EXPECT_EQ(deadline_of(shop, buyer), before + 2min);
    shop.wait(before - shop.line_now() + 1s);
    EXPECT_EQ(shop.order(order).state, OrderState::kHeld);
}

TEST(Extension, OfAHoldElsewhereIsNotForAnOrderThatIsBeingPaid) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId order = shop.paying(buyer, {"A-1"});
    const Instant before = shop.order(order).deadline;
    EXPECT_FALSE(shop.run(command::HoldLonger{TestSale::kEvent, "fri", buyer.guest, 1h}));
    EXPECT_FALSE(shop.run(command::HoldLonger{TestSale::kEvent, "none", buyer.guest, 1h}));
    EXPECT_EQ(shop.order(order).deadline, before);
}

TEST(Extension, IsNotForAnOrderThatIsBeingPaid) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId order = shop.paying(buyer, {"A-1"});
    const Instant before = shop.order(order).deadline;
    ASSERT_TRUE(shop.extend(buyer));
    EXPECT_EQ(shop.order(order).deadline, before);
}

TEST(Extension, ShowsInTheView) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    SaleView view{shop.state()};
    const Instant hold = view.find(TestSale::kFriday)->hold(buyer.guest)->deadline;
    const auto* const hall = shop.state().halls().find(TestSale::kFriday);
    const auto decision =
        seat::decide(hall->seats, seat::command::Extend{buyer.guest, 1min}, shop.line_now());
    for (const seat::HallFact& fact : decision.facts)
        view.apply(fact::HallChanged{TestSale::kFriday, fact});
    EXPECT_EQ(view.find(TestSale::kFriday)->hold(buyer.guest)->deadline, hold + 1min);
    EXPECT_EQ(view.find(TestSale::kFriday)->hold(buyer.guest)->seats.size(), 1U);
}

}  // namespace onsale::sale
