// Payments that arrive late, twice or not at all: the guest gets either the seats or the money,
// once.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::EndReason;
using payment::OrderId;
using payment::OrderState;
using payment::RefundState;
using payment::RefundWhy;
using payment::ResultSource;
using seat::SeatState;

// At this provider's page money may move without our confirm.
constexpr payment::ProviderTraits kChargesAtPage{.can_ask = true, .charges_at_page = true};

// An order whose guest exceeded the payment time a minute ago; its seats are free again.
OrderId given_up(TestShop& shop, const Buyer& buyer) {
    const OrderId id = shop.paying(buyer, {"A-1", "A-2"}, kChargesAtPage);
    shop.wait(16min);
    ONSALE_ASSERT(shop.order(id).ended == EndReason::kPayTimeUsed);
    ONSALE_ASSERT(shop.seat("A-1") == SeatState::kFree);
    return id;
}

TEST(LatePayment, GetsItsSeatsIfNobodyHasThem) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = given_up(shop, buyer);
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).state, OrderState::kPaid);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(shop.hall().owner({0}), buyer.guest);
    EXPECT_EQ(shop.state().bookings().size(), 1U);
    EXPECT_TRUE(shop.order(id).refunds.empty());
}

TEST(LatePayment, GetsSeatsThatAreStillOnTheirWayBack) {
    TestShop shop;
    const OrderId id = shop.paying(shop.let_in(1), {"A-1"}, kChargesAtPage);
    shop.wait(15min);
    ASSERT_EQ(shop.seat("A-1"), SeatState::kReturned);
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    shop.wait(1min);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
}

TEST(LatePayment, GetsItsMoneyBackOnceIfSomebodyHasASeat) {
    TestShop shop;
    const OrderId id = given_up(shop, shop.let_in(1));
    ASSERT_TRUE(shop.select(shop.let_in(2), {"A-2"}));
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).state, OrderState::kEnded);
    ASSERT_EQ(shop.order(id).refunds.size(), 1U);
    EXPECT_EQ(shop.order(id).refunds[0].why, RefundWhy::kLateCharge);
    EXPECT_EQ(shop.order(id).refunds[0].quote.amount.amount, 203'000);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kFree);
    EXPECT_EQ(shop.seat("A-2"), SeatState::kHeld);
    EXPECT_EQ(shop.state().bookings().size(), 0U);
}

TEST(LatePayment, GetsItsMoneyBackIfSomebodyHadASeatMeanwhile) {
    TestShop shop;
    const OrderId id = given_up(shop, shop.let_in(1));
    const Buyer second = shop.let_in(2);
    ASSERT_TRUE(shop.select(second, {"A-1"}));
    ASSERT_TRUE(shop.release(second));
    shop.wait(1min);
    ASSERT_EQ(shop.seat("A-1"), SeatState::kFree);
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).state, OrderState::kEnded);
    EXPECT_EQ(shop.order(id).refunds.size(), 1U);
}

TEST(LatePayment, OfSeatsTheHouseHasTakenGetsItsMoneyBack) {
    TestShop shop;
    const OrderId id = given_up(shop, shop.let_in(1));
    ASSERT_TRUE(shop.run(command::BlockSeats{TestSale::kEvent, "fri", {"A-1"}, "broken", "house"}));
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).refunds.size(), 1U);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kBlocked);
}

TEST(LatePayment, OfACancelledOrderGetsItsMoneyBack) {
    TestShop shop;
    const OrderId id = shop.paying(shop.let_in(1), {"A-1"}, kChargesAtPage);
    ASSERT_TRUE(shop.cancel(id));
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).state, OrderState::kEnded);
    EXPECT_EQ(shop.order(id).refunds.size(), 1U);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
}

TEST(LatePayment, LeavesANewerHoldOfItsGuestAlone) {
    TestShop shop;
    const OrderId id = given_up(shop, shop.let_in(1));
    const Buyer again = shop.let_in(1);
    ASSERT_TRUE(shop.select(again, {"A-7"}));
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(shop.seat("A-7"), SeatState::kHeld);
    EXPECT_NE(shop.admission(again), nullptr);
}

TEST(LatePayment, LeavesAPlaceAloneThatSomebodyElseHasTaken) {
    TestShop shop;
    const OrderId id = given_up(shop, shop.let_in(1));
    Buyer taker = shop.let_in(1);
    ASSERT_TRUE(shop.select(taker, {"A-7"}));
    ASSERT_TRUE(shop.release(taker));
    taker.guest = TestShop::guest(2);
    shop.apply(waiting_room::fact::PlaceMoved{taker.guest, number_of(taker.admission)});
    ASSERT_TRUE(shop.select(taker, {"A-8"}));
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(shop.seat("A-8"), SeatState::kHeld);
    ASSERT_NE(shop.admission(taker), nullptr);
    EXPECT_EQ(shop.admission(taker)->keep, waiting_room::Keep::kBySeats);
}

TEST(LatePayment, LongAfterTheVisitNeedsNoAdmission) {
    TestShop shop;
    const OrderId id = given_up(shop, shop.let_in(1));
    shop.wait(3h);
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
}

// A guest who lets one order expire and buys the allowed maximum in another gets nothing more.
TEST(LatePayment, BeyondTheGuestsLimitGetsItsMoneyBack) {
    TestShop shop;
    SaleSettings settings;
    settings.seats_per_guest = 2;
    ASSERT_TRUE(shop.set(settings));
    const OrderId id = given_up(shop, shop.let_in(1));
    shop.paid(shop.let_in(1), {"A-7", "A-8"});
    ASSERT_TRUE(shop.approve(id, ResultSource::kWebhook));
    EXPECT_EQ(shop.order(id).state, OrderState::kEnded);
    EXPECT_EQ(shop.order(id).refunds.size(), 1U);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kFree);
}

TEST(Payment, InTimeIsBookedThoughTheLimitWasLoweredMeanwhile) {
    TestShop shop;
    const OrderId id = shop.confirming(shop.let_in(1), {"A-1", "A-2"});
    SaleSettings settings;
    settings.seats_per_guest = 1;
    ASSERT_TRUE(shop.set(settings));
    ASSERT_TRUE(shop.approve(id));
    EXPECT_EQ(shop.order(id).state, OrderState::kPaid);
}

TEST(Payment, ThatWasTakenTwiceIsGivenBackOnce) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1"});
    const payment::result::Approved other{"another-key", "hall", {102'000, payment::kWon}};
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(shop.record(id, other, ResultSource::kWebhook));
    ASSERT_EQ(shop.order(id).refunds.size(), 1U);
    EXPECT_EQ(shop.order(id).refunds[0].why, RefundWhy::kDuplicateCharge);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(shop.state().bookings().size(), 1U);
}

TEST(Payment, RefundedWithoutABookingChangesNoSeat) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1"});
    ASSERT_TRUE(
        shop.record(id, payment::result::Approved{"another-key", "hall", {102'000, payment::kWon}},
                    ResultSource::kWebhook));
    shop.tick();
    ASSERT_TRUE(shop.record_refund(id));
    EXPECT_EQ(shop.order(id).refunds[0].state, RefundState::kDone);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(shop.state().bookings().seats_of(TestSale::guest(1), TestSale::kEvent), 1U);
}

TEST(UnknownPayment, KeepsSeatsAndAdmissionUntilTheProviderSays) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.record(id, payment::result::OutcomeUnknown{}));
    shop.everybody_polls = false;
    shop.wait(30min);
    EXPECT_EQ(shop.order(id).state, OrderState::kUnknown);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
    EXPECT_NE(shop.admission(buyer), nullptr);
    EXPECT_GT(shop.recorded<payment::fact::InquirySent>(), 3U);
}

TEST(UnknownPayment, ThatWasMadeIsABooking) {
    TestShop shop;
    const OrderId id = shop.confirming(shop.let_in(1), {"A-1"});
    ASSERT_TRUE(shop.record(id, payment::result::OutcomeUnknown{}));
    shop.wait(5s);
    ASSERT_TRUE(shop.approve(id, ResultSource::kQuery));
    EXPECT_EQ(shop.order(id).state, OrderState::kPaid);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_NE(shop.state().bookings().number_of(id), nullptr);
}

TEST(UnknownPayment, ThatWasNotMadeIsHeldAgain) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    const OrderId id = shop.confirming(buyer, {"A-1"});
    ASSERT_TRUE(shop.record(id, payment::result::OutcomeUnknown{}));
    shop.wait(12min);
    ASSERT_TRUE(shop.record(id, payment::result::Declined{}, ResultSource::kQuery));
    EXPECT_EQ(shop.order(id).state, OrderState::kHeld);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
    EXPECT_EQ(shop.admission(buyer)->deadline, shop.line_now() + 3min);
}

TEST(UnknownPayment, BeginsWhenTheAnswerDoesNotCome) {
    TestShop shop;
    const OrderId id = shop.confirming(shop.let_in(1), {"A-1"});
    shop.wait(75s);
    EXPECT_EQ(shop.order(id).state, OrderState::kUnknown);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
}

TEST(UnknownPayment, ThatIsParkedIsAskedAgainByAnOperator) {
    TestShop shop;
    const OrderId id = shop.confirming(shop.let_in(1), {"A-1"});
    shop.wait(40min);
    ASSERT_FALSE(shop.order(id).inquiry->next_at);
    const std::size_t asked = shop.recorded<payment::fact::InquirySent>();
    ASSERT_TRUE(shop.run(command::AskAgain{shop.order(id).code}));
    shop.tick();
    EXPECT_EQ(shop.recorded<payment::fact::InquirySent>(), asked + 1);
}

TEST(UnknownPayment, CannotBeCancelled) {
    TestShop shop;
    const OrderId id = shop.confirming(shop.let_in(1), {"A-1"});
    ASSERT_TRUE(shop.record(id, payment::result::OutcomeUnknown{}));
    EXPECT_EQ(shop.cancel(id).error().order, payment::OrderError::kBeingPaid);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kPaying);
}

// The webhook contradicts the order: it is rejected, but a query is scheduled.
TEST(Payment, OfAWrongAmountIsAskedAbout) {
    TestShop shop;
    const OrderId id = shop.paying(shop.let_in(1), {"A-1"});
    const auto refused = shop.record(
        id, payment::result::Approved{"key", "hall", {5, payment::kWon}}, ResultSource::kWebhook);
    EXPECT_EQ(refused.error().order, payment::OrderError::kMismatch);
    EXPECT_TRUE(shop.order(id).inquiry);
}

}  // namespace
}  // namespace onsale::sale
