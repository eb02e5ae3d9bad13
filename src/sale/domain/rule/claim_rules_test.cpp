// Seats that are held elsewhere and sold here: the first guest to ask gets them.
#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "sale/domain/rule/test_store.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderError;
using payment::OrderId;
using payment::OrderState;
using seat::SeatState;

TEST(Claim, NeedsNoAdmissionAndNoHoldHere) {
    TestStore store;
    const auto asked = store.claim(1, {0, 1});
    ASSERT_TRUE(asked);
    EXPECT_EQ(store.order(asked->order).state, OrderState::kPaying);
    EXPECT_EQ(store.seat("A-1"), SeatState::kPaying);
    EXPECT_EQ(store.hall().owner({1}), TestSale::guest(1));
}

TEST(Claim, TheOrderHasTheFencesOfItsSeats) {
    TestStore store;
    const OrderId id = store.claim(1, {4})->order;
    EXPECT_EQ(store.order(id).quote.lines.at(0).chosen.fence.value, store.hall().fence({4}));
}

TEST(Claim, PressedTwiceItIsTheSameAttempt) {
    TestStore store;
    const OrderId id = store.claim(1, {0})->order;
    const auto journal = store.journal().size();
    EXPECT_EQ(store.claim(1, {0})->order, id);
    EXPECT_EQ(store.order(id).attempt(), 1);
    EXPECT_EQ(store.journal().size(), journal);
}

TEST(Claim, AGuestWhoIsPayingPaysForNothingElse) {
    TestStore store;
    ASSERT_TRUE(store.claim(1, {0}));
    const auto refused = store.claim(1, {0, 1});
    EXPECT_EQ(refused.error().error, PayError::kOrder);
    EXPECT_EQ(refused.error().order, OrderError::kAlreadyPaying);
    EXPECT_EQ(store.seat("A-2"), SeatState::kFree);
}

TEST(Claim, ASeatThatSomebodyPaysForIsTaken) {
    TestStore store;
    ASSERT_TRUE(store.claim(1, {0}));
    EXPECT_EQ(store.claim(2, {0, 1}).error().error, PayError::kSeatTaken);
    EXPECT_EQ(store.seat("A-2"), SeatState::kFree);
}

TEST(Claim, ASoldSeatIsTaken) {
    TestStore store;
    (void)store.sold(1, {0});
    EXPECT_EQ(store.claim(2, {0}).error().error, PayError::kSeatTaken);
    EXPECT_EQ(store.claim(1, {0}).error().error, PayError::kSeatTaken);
}

TEST(Claim, ABlockedSeatIsTaken) {
    TestStore store;
    ASSERT_TRUE(store.run(command::BlockSeats{TestSale::kEvent, "fri", {"A-1"}, "press", "me"}));
    EXPECT_EQ(store.claim(1, {0}).error().error, PayError::kSeatTaken);
}

TEST(Claim, ASeatThatWaitsForAPersonIsTaken) {
    TestStore store;
    SaleSettings settings;
    settings.returns = ReturnPolicy::kByOperator;
    ASSERT_TRUE(store.set(settings));
    store.refunded(store.sold(1, {0}));
    ASSERT_EQ(store.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(store.claim(2, {0}).error().error, PayError::kSeatTaken);
}

TEST(Claim, ASeatLeftByADeclineIsNobodys) {
    TestStore store;
    const OrderId first = store.claim(1, {0, 1})->order;
    ASSERT_TRUE(store.confirm(first) && store.decline(first));
    ASSERT_EQ(store.seat("A-1"), SeatState::kHeld);
    ASSERT_TRUE(store.claim(2, {0}));
    EXPECT_EQ(store.hall().owner({0}), TestSale::guest(2));
    EXPECT_NE(store.hall().fence({0}), store.order(first).quote.lines.at(0).chosen.fence.value);
    EXPECT_EQ(store.seat("A-2"), SeatState::kReturned);
}

TEST(Claim, ADeclinedOrderGoesOnWithTheSeatsOfItsHold) {
    TestStore store;
    const OrderId id = store.claim(1, {0, 1})->order;
    ASSERT_TRUE(store.confirm(id) && store.decline(id));
    ASSERT_TRUE(store.claim(1, {1, 2}));
    EXPECT_EQ(store.order(id).attempt(), 2);
    EXPECT_NE(store.seat("A-1"), SeatState::kPaying);
    EXPECT_EQ(store.seat("A-3"), SeatState::kPaying);
}

TEST(Claim, ASeatOnItsWayBackIsTakenByWhoeverHoldsItElsewhere) {
    TestStore store;
    const OrderId first = store.claim(1, {0})->order;
    ASSERT_TRUE(store.cancel(first));
    ASSERT_EQ(store.seat("A-1"), SeatState::kReturned);
    EXPECT_TRUE(store.claim(2, {0}));
    store.wait(1min);
    EXPECT_EQ(store.seat("A-1"), SeatState::kPaying);
}

TEST(Claim, ARefusedOrderLeavesTheHallAlone) {
    TestStore store;
    const OrderId first = store.claim(1, {0})->order;
    ASSERT_TRUE(store.confirm(first) && store.decline(first));
    SaleLevers levers;
    levers.providers_stopped = {TestSale::kProvider};
    ASSERT_TRUE(store.set(levers));
    EXPECT_EQ(store.claim(2, {0}).error().error, PayError::kProviderStopped);
    EXPECT_EQ(store.hall().owner({0}), TestSale::guest(1));
}

TEST(Claim, LimitsAreCountedHere) {
    TestStore store;
    SaleSettings settings;
    settings.seats_per_guest = 2;
    settings.more_purchases = true;
    ASSERT_TRUE(store.set(settings));
    (void)store.sold(1, {0, 1});
    EXPECT_EQ(store.claim(1, {2}).error().error, PayError::kLimitReached);
    EXPECT_EQ(store.seat("A-3"), SeatState::kFree);
}

TEST(Claim, AHoldWhoseClockWasStoppedInTimeIsNotLate) {
    TestStore store;
    EXPECT_TRUE(store.claim(1, {0}, -5s));
}

TEST(Claim, NonsenseIsNoHold) {
    TestStore store;
    for (const std::vector<std::uint32_t>& seats :
         {std::vector<std::uint32_t>{}, {10}, {1, 0}, {1, 1}})
        EXPECT_EQ(store.claim(1, seats).error().error, PayError::kNoHold);
}

TEST(Claim, ALateApprovalWhoseSeatsAreHeldElsewhereIsPaidBack) {
    TestStore store;
    const OrderId id = store.claim(1, {0})->order;
    store.wait(16min);
    ASSERT_EQ(store.seat("A-1"), SeatState::kFree);
    ASSERT_TRUE(store.approve_late(id, true));
    EXPECT_EQ(store.order(id).state, OrderState::kEnded);
    EXPECT_EQ(store.order(id).refunds.size(), 1U);
    EXPECT_EQ(store.seat("A-1"), SeatState::kFree);
}

TEST(Claim, ALateApprovalGetsItsSeatsIfNobodyHoldsThem) {
    TestStore store;
    const OrderId id = store.claim(1, {0})->order;
    store.wait(16min);
    ASSERT_TRUE(store.approve_late(id, false));
    EXPECT_EQ(store.order(id).state, OrderState::kPaid);
    EXPECT_EQ(store.seat("A-1"), SeatState::kSold);
}

}  // namespace
}  // namespace onsale::sale
