// Refunds: the amount shown and paid, and when the seats become free again.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderError;
using payment::OrderId;
using payment::RefundState;
using seat::SeatState;

constexpr auto kDay = 24h;

std::uint32_t seats_of(const TestSale& sale, std::uint32_t name) {
    return sale.state().bookings().seats_of(TestSale::guest(name), TestSale::kEvent);
}

void set_returns(TestSale& sale, ReturnPolicy policy, Duration window = 10min) {
    SaleSettings settings;
    settings.returns = policy;
    settings.return_window = window;
    ASSERT_TRUE(sale.set(settings));
}

// Two seats booked two days ago, so the free cancellation period is over.
OrderId booked(TestShop& shop) {
    const OrderId id = shop.paid(shop.let_in(1), {"A-1", "A-2"});
    shop.pass(2 * kDay);
    return id;
}

TEST(Refund, GivesWhatWasShown) {
    TestShop shop;
    const OrderId id = booked(shop);
    const auto shown = shop.preview(id);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->amount.amount, 180'000);
    const auto asked = shop.refund(id);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->amount, shown->amount);
    EXPECT_EQ(shop.order(id).refunds.at(0).quote, *shown);
}

TEST(Refund, OfAnotherAmountThanShownIsRefused) {
    TestShop shop;
    const OrderId id = booked(shop);
    auto wish = shop.wish(id);
    wish.shown = {200'000, payment::kWon};
    EXPECT_EQ(shop.run(wish).error().order, OrderError::kAmountChanged);
    EXPECT_TRUE(shop.order(id).refunds.empty());
}

TEST(Refund, CountsDaysByTheCalendarOfTheEventsZone) {
    TestShop shop;
    const OrderId id = booked(shop);
    // Friday's performance is at 17:00 in Seoul. The seventh day before it ends at midnight there.
    shop.pass(TestSale::kFridayStarts - shop.now() - 7 * kDay + 7h - 1ms);
    EXPECT_EQ(shop.preview(id)->amount.amount, 180'000);
    shop.pass(1ms);
    EXPECT_EQ(shop.preview(id)->amount.amount, 140'000);
}

TEST(Refund, OfSundaysSeatsGoesBySunday) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    const OrderId id = shop.paid(shop.let_in(1, "sun"), {"A-1"});
    shop.pass(TestSale::kFridayStarts - shop.now() - 5 * kDay);
    EXPECT_EQ(shop.preview(id)->amount.amount, 90'000);
}

TEST(Refund, OnTheDayOfThePerformanceIsRefused) {
    TestShop shop;
    const OrderId id = booked(shop);
    shop.pass(TestSale::kFridayStarts - shop.now());
    EXPECT_EQ(shop.preview(id).error().order, OrderError::kNotRefundable);
    EXPECT_EQ(shop.refund(id).error().order, OrderError::kNotRefundable);
}

// Earlier versions let an edit remove a performance. Its days must not count as none.
TEST(Refund, AtAGuestsWishIsRefusedWhenTheEventHasNoSuchPerformance) {
    TestShop shop;
    payment::Terms terms = TestSale::terms();
    terms.refunds.rows = {{7, 100, 0}, {0, 900, 0}};
    ASSERT_TRUE(shop.set_terms(terms));
    const OrderId id = booked(shop);
    shop.edit([](waiting_room::EventSettings& settings) { settings.performances.clear(); });
    EXPECT_EQ(shop.preview(id).error().order, OrderError::kNotRefundable);
    auto wish = shop.wish(id);
    wish.shown = {20'000, payment::kWon};
    EXPECT_EQ(shop.run(wish).error().order, OrderError::kNotRefundable);
    wish.guest = TestSale::guest(2);
    EXPECT_EQ(shop.run(wish).error().error, PayError::kUnknownOrder);
    wish.guest = std::nullopt;
    wish.by = {payment::ActorKind::kOperator};
    wish.why = payment::RefundWhy::kOrganiserFault;
    wish.shown = {203'000, payment::kWon};
    EXPECT_TRUE(shop.run(wish));
}

TEST(Refund, GivesSeatsBackOnlyWhenTheMoneyIsBack) {
    TestShop shop;
    const OrderId id = booked(shop);
    ASSERT_TRUE(shop.refund(id));
    shop.tick();
    EXPECT_EQ(shop.order(id).refunds.at(0).state, RefundState::kSent);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(seats_of(shop, 1), 2U);
    ASSERT_TRUE(shop.record_refund(id));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.seat("A-2"), SeatState::kReturned);
    EXPECT_EQ(seats_of(shop, 1), 0U);
}

TEST(Refund, ThatTheProviderRefusesLeavesTheSeatsSold) {
    TestShop shop;
    const OrderId id = booked(shop);
    ASSERT_TRUE(shop.refund(id));
    shop.tick();
    ASSERT_TRUE(shop.record_refund(id, 0, payment::RefundResult::kRefused));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    ASSERT_TRUE(shop.run(command::RetryRefund{shop.order(id).code, {0}}));
    shop.tick();
    ASSERT_TRUE(shop.record_refund(id));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
}

TEST(Refund, AnsweredTwiceGivesTheSeatsBackOnce) {
    TestShop shop;
    const OrderId id = booked(shop);
    shop.refunded(id);
    ASSERT_TRUE(shop.record_refund(id));
    EXPECT_EQ(shop.hall().map().counts()[SeatState::kReturned], 2U);
    EXPECT_EQ(seats_of(shop, 1), 0U);
}

TEST(Refund, OfPartLeavesTheRestABooking) {
    TestShop shop;
    const OrderId id = booked(shop);
    shop.refunded(id, {"A-2"});
    EXPECT_EQ(shop.seat("A-1"), SeatState::kSold);
    EXPECT_EQ(shop.seat("A-2"), SeatState::kReturned);
    EXPECT_EQ(seats_of(shop, 1), 1U);
    EXPECT_EQ(shop.order(id).refunds.at(0).quote.amount.amount, 90'000);
}

TEST(Refund, OfTheRestMayFollow) {
    TestShop shop;
    const OrderId id = booked(shop);
    shop.refunded(id, {"A-2"});
    shop.refunded(id);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.order(id).refunds.size(), 2U);
    EXPECT_EQ(shop.refund(id).error().order, OrderError::kAlreadyRefunded);
}

TEST(Refund, OfASeatThatWasNotBoughtNamesTheSeat) {
    TestShop shop;
    const OrderId id = booked(shop);
    for (const char* const seat : {"A-9", "Z-9"}) {
        const auto refused = shop.refund(id, {seat});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().error, PayError::kOrder) << seat;
        EXPECT_EQ(refused.error().order, OrderError::kSeatNotInOrder) << seat;
    }
}

TEST(Refund, OfASeatThatDoesNotExistTellsAStrangerNothing) {
    TestShop shop;
    const OrderId id = booked(shop);
    auto wish = shop.wish(id, {"Z-9"});
    wish.guest = TestSale::guest(2);
    EXPECT_EQ(shop.run(wish).error().error, PayError::kUnknownOrder);
}

TEST(Refund, AtOnceFreesTheSeatsWithTheNextTick) {
    TestShop shop;
    const OrderId id = booked(shop);
    shop.refunded(id);
    shop.tick();
    EXPECT_EQ(shop.seat("A-1"), SeatState::kFree);
}

TEST(Refund, AtRandomFreesTheSeatsSomewhereInTheWindow) {
    std::set<Duration> delays;
    for (int i = 0; i < 20; ++i) {
        TestShop shop;
        set_returns(shop, ReturnPolicy::kAtRandom, 1h);
        for (int skipped = 0; skipped < i; ++skipped)
            (void)shop.moment();
        const OrderId id = booked(shop);
        shop.refunded(id);
        const Duration delay = shop.hall().returns().at({0}) - shop.line_now();
        EXPECT_GE(delay, 0ms);
        EXPECT_LE(delay, 1h);
        delays.insert(delay);
    }
    EXPECT_GT(delays.size(), 15U);
    EXPECT_GT(*delays.rbegin(), 30min) << "the window is used";
}

TEST(Refund, ByOperatorKeepsTheSeatsUntilAPersonReleasesThem) {
    TestShop shop;
    set_returns(shop, ReturnPolicy::kByOperator);
    const OrderId id = booked(shop);
    shop.refunded(id);
    shop.pass(30 * kDay);
    shop.tick();
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    ASSERT_TRUE(shop.run(command::ReleaseReturned{TestSale::kEvent, "fri", {"A-1"}}));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kFree);
    EXPECT_EQ(shop.seat("A-2"), SeatState::kReturned);
}

TEST(Refund, OfNothingNeedsNoProvider) {
    TestShop shop;
    payment::Terms terms = TestSale::terms();
    terms.refunds.rows = {{1, 1'000, 0}};
    ASSERT_TRUE(shop.set_terms(terms));
    const OrderId id = booked(shop);
    const auto asked = shop.refund(id);
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->amount.amount, 0);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.recorded<payment::fact::RefundSent>(), 0U);
}

TEST(Refund, SaysItIsTheOrganisersFaultOnlyByTheOrganiser) {
    TestShop shop;
    const OrderId id = booked(shop);
    auto wish = shop.wish(id);
    wish.why = payment::RefundWhy::kOrganiserFault;
    wish.shown = {203'000, payment::kWon};
    EXPECT_EQ(shop.run(wish).error().order, OrderError::kNotRefundable);
    wish.guest = std::nullopt;
    wish.by = {payment::ActorKind::kOperator};
    EXPECT_TRUE(shop.run(wish));
}

TEST(Refund, LetsSomebodyElseBuyTheSeatsUnderANewFence) {
    TestShop shop;
    const OrderId id = booked(shop);
    shop.refunded(id);
    shop.tick();
    const OrderId next = shop.paid(shop.let_in(2), {"A-1"});
    EXPECT_EQ(shop.hall().owner({0}), TestSale::guest(2));
    EXPECT_GT(shop.order(next).quote.lines.at(0).chosen.fence,
              shop.order(id).quote.lines.at(0).chosen.fence);
}

}  // namespace
}  // namespace onsale::sale
