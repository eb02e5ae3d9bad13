// How many seats a guest may have over all orders and performances, and when the event is sold out.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;
using seat::SeatState;

SaleSettings limited(std::uint32_t per_guest, std::uint32_t per_performance = 0) {
    SaleSettings settings;
    settings.seats_per_guest = per_guest;
    settings.seats_per_performance = per_performance;
    settings.more_purchases = true;
    return settings;
}

bool at_limit(const HoldOutcome& outcome) {
    return !outcome && outcome.error().error == HoldError::kLimitReached;
}

TEST(Limit, IsForHoldsToo) {
    TestShop shop;
    ASSERT_TRUE(shop.set(limited(2)));
    const Buyer buyer = shop.let_in(1);
    EXPECT_TRUE(at_limit(shop.select(buyer, {"A-1", "A-2", "A-3"})));
    EXPECT_EQ(shop.seat("A-1"), SeatState::kFree);
    EXPECT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
}

TEST(Limit, CountsOverOrders) {
    TestShop shop;
    ASSERT_TRUE(shop.set(limited(3)));
    const Buyer buyer = shop.let_in(1);
    shop.paid(buyer, {"A-1", "A-2"});
    EXPECT_TRUE(at_limit(shop.select(buyer, {"A-5", "A-6"})));
    EXPECT_TRUE(shop.select(buyer, {"A-5"}));
}

TEST(Limit, CountsOverAdmissions) {
    TestShop shop;
    SaleSettings settings = limited(2);
    settings.more_purchases = false;
    ASSERT_TRUE(shop.set(settings));
    shop.paid(shop.let_in(1), {"A-1", "A-2"});
    EXPECT_TRUE(at_limit(shop.select(shop.let_in(1), {"A-5"})));
    EXPECT_TRUE(shop.select(shop.let_in(2), {"A-5"})) << "others have a limit of their own";
}

TEST(Limit, OfTheEventCountsOverPerformances) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    ASSERT_TRUE(shop.set(limited(2)));
    shop.paid(shop.let_in(1), {"A-1"});
    const Buyer sunday = shop.let_in(1, "sun");
    EXPECT_TRUE(at_limit(shop.select(sunday, {"A-1", "A-2"})));
    EXPECT_TRUE(shop.select(sunday, {"A-1"}));
}

TEST(Limit, OfTheEventCountsSeatsHeldInOtherHalls) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    ASSERT_TRUE(shop.set(limited(2)));
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1", "A-2"}));
    EXPECT_TRUE(at_limit(shop.select(shop.let_in(1, "sun"), {"A-1"})));
}

TEST(Limit, OfAPerformanceIsForEachOfThem) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    ASSERT_TRUE(shop.set(limited(0, 2)));
    const Buyer friday = shop.let_in(1);
    shop.paid(friday, {"A-1", "A-2"});
    EXPECT_TRUE(at_limit(shop.select(friday, {"A-5"})));
    EXPECT_TRUE(shop.select(shop.let_in(1, "sun"), {"A-1", "A-2"}));
}

TEST(Limit, OfThePhaseHoldsWhileItRuns) {
    TestShop shop;
    shop.edit([&](auto& settings) {
        settings.phases = {{.id = "fans",
                            .title = "Fans",
                            .from = shop.now(),
                            .to = shop.now() + 1h,
                            .claim_name = {},
                            .claim_value = {},
                            .seats_per_guest = 1}};
    });
    shop.apply(waiting_room::fact::PhaseChanged{0});
    const Buyer buyer = shop.let_in(1);
    EXPECT_TRUE(at_limit(shop.select(buyer, {"A-1", "A-2"})));
    shop.apply(waiting_room::fact::PhaseChanged{});
    EXPECT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
}

// Fans may buy half of the ten seats.
void open_to_fans(TestShop& shop) {
    shop.edit([&](auto& settings) {
        settings.phases = {{.id = "fans",
                            .title = "Fans",
                            .from = shop.now(),
                            .to = shop.now() + 1h,
                            .claim_name = {},
                            .claim_value = {},
                            .seat_share_percent = 50}};
    });
    shop.apply(waiting_room::fact::PhaseChanged{0});
}

TEST(PhaseShare, IsWhatAllGuestsOfThePhaseMayHave) {
    TestShop shop;
    open_to_fans(shop);
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1", "A-2"}));
    shop.paid(shop.let_in(2), {"A-3", "A-4"});
    const Buyer third = shop.let_in(3);
    EXPECT_EQ(shop.select(third, {"A-5", "A-6"}).error().error, HoldError::kPhaseShareUsed);
    EXPECT_TRUE(shop.select(third, {"A-5"}));
}

TEST(PhaseShare, DoesNotCountTheGuestsOwnHoldTwice) {
    TestShop shop;
    open_to_fans(shop);
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1", "A-2"}));
    const Buyer second = shop.let_in(2);
    ASSERT_TRUE(shop.select(second, {"A-3", "A-4", "A-5"}));
    EXPECT_TRUE(shop.select(second, {"A-5", "A-6", "A-7"}));
}

TEST(PhaseShare, EndsWithThePhase) {
    TestShop shop;
    open_to_fans(shop);
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(shop.let_in(2), {"A-1", "A-2", "A-3"}));
    ASSERT_FALSE(shop.select(buyer, {"A-5", "A-6", "A-7"}));
    shop.apply(waiting_room::fact::PhaseChanged{});
    EXPECT_TRUE(shop.select(buyer, {"A-5", "A-6", "A-7"}));
}

TEST(Limit, IsAskedAgainWhenTheHoldIsPaid) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    ASSERT_TRUE(shop.set(limited(1)));
    EXPECT_EQ(shop.request(buyer).error().error, PayError::kLimitReached);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kHeld);
}

TEST(Limit, DoesNotTakeAwayAHoldThatIsAskedForAgain) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    ASSERT_TRUE(shop.set(limited(1)));
    EXPECT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
}

TEST(Limit, IsGivenBackWithARefund) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    ASSERT_TRUE(shop.set(limited(2, 2)));
    const OrderId id = shop.paid(shop.let_in(1), {"A-1", "A-2"});
    ASSERT_TRUE(at_limit(shop.select(shop.let_in(1), {"A-5"})));
    shop.refunded(id, {"A-2"});
    EXPECT_TRUE(shop.select(shop.let_in(1), {"A-5"}));
    EXPECT_TRUE(at_limit(shop.select(shop.let_in(1), {"A-5", "A-6"})));
}

TEST(Limit, OfNoneIsNoLimit) {
    TestShop shop;
    EXPECT_FALSE(
        seats_allowed(shop.state(), TestSale::kEvent, TestSale::kFriday, TestSale::guest(1)));
}

// Blocks all seats except.
void leave_two(TestShop& shop) {
    std::vector<std::string> seats;
    for (int i = 1; i <= 8; ++i)
        seats.push_back("A-" + std::to_string(i));
    ASSERT_TRUE(shop.run(command::BlockSeats{TestSale::kEvent, "fri", seats, "house", "house"}));
}

TEST(SoldOut, IsSaidOnlyWhenNothingCanComeBack) {
    TestShop shop;
    leave_two(shop);
    EXPECT_FALSE(shop.line().sold_out());
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-9", "A-10"}));
    EXPECT_FALSE(shop.line().sold_out()) << "held";
    const OrderId id = shop.request(buyer)->order;
    EXPECT_FALSE(shop.line().sold_out()) << "being paid";
    ASSERT_TRUE(shop.confirm(id));
    ASSERT_TRUE(shop.record(id, payment::result::OutcomeUnknown{}));
    EXPECT_FALSE(shop.line().sold_out()) << "unknown";
    ASSERT_TRUE(shop.approve(id, payment::ResultSource::kQuery));
    EXPECT_TRUE(shop.line().sold_out());
}

TEST(SoldOut, RefusesJoinsAndAdmitsNobody) {
    TestShop shop;
    leave_two(shop);
    ASSERT_TRUE(shop.join(5));
    shop.paid(shop.let_in(1), {"A-9", "A-10"});
    EXPECT_EQ(shop.join(6).error(), waiting_room::EnterError::kSoldOut);
    shop.pass(2s);
    shop.admit();
    EXPECT_EQ(shop.line().ledger().size(), 0U);
}

TEST(SoldOut, EndsWhenARefundReturns) {
    TestShop shop;
    leave_two(shop);
    const OrderId id = shop.paid(shop.let_in(1), {"A-9", "A-10"});
    ASSERT_TRUE(shop.refund(id, {"A-10"}));
    shop.tick();
    EXPECT_TRUE(shop.line().sold_out()) << "the money is not back";
    ASSERT_TRUE(shop.record_refund(id));
    EXPECT_FALSE(shop.line().sold_out());
    EXPECT_TRUE(shop.join(6));
}

TEST(SoldOut, EndsWhenTheHouseGivesASeatOrAHallIsAdded) {
    TestShop shop;
    leave_two(shop);
    shop.paid(shop.let_in(1), {"A-9", "A-10"});
    ASSERT_TRUE(shop.line().sold_out());
    ASSERT_TRUE(shop.open_hall("sun"));
    EXPECT_FALSE(shop.line().sold_out());
    ASSERT_TRUE(shop.run(
        command::BlockSeats{TestSale::kEvent,
                            "sun",
                            {"A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9", "A-10"},
                            "",
                            ""}));
    EXPECT_TRUE(shop.line().sold_out());
    ASSERT_TRUE(shop.run(command::UnblockSeats{TestSale::kEvent, "fri", {"A-1"}}));
    EXPECT_FALSE(shop.line().sold_out());
}

TEST(SoldOut, IsNotAnEventWithoutHalls) {
    State state;
    state.evolve(waiting_room::Fact{{1},
                                    waiting_room::fact::EventCreated{
                                        std::make_shared<const waiting_room::EventSettings>()}},
                 TestSale::kStart);
    EXPECT_TRUE(follow_counts(state, {1}).empty());
    EXPECT_TRUE(follow_counts(state, {9}).empty());
}

TEST(SoldOut, IsToldWhereTheSeatsAreKeptElsewhere) {
    TestSale shop;
    const State& state = shop.state();
    EXPECT_EQ(follow_counts(state, TestSale::kEvent, true).size(), 1U);
    EXPECT_TRUE(follow_counts(state, TestSale::kEvent, false).empty());
    EXPECT_TRUE(follow_counts(state, {9}, true).empty());
}

}  // namespace
}  // namespace onsale::sale
