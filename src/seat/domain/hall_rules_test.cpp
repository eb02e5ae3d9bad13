// Deadlines, payment, sale, refund and blocked seats.
#include "seat/domain/hall_rules.hpp"

#include <set>

#include <gtest/gtest.h>

#include "seat/domain/test_hall.hpp"

namespace onsale::seat {
namespace {

using Ids = std::vector<std::string>;

HallError error_of(const auto& outcome) {
    return outcome ? HallError{} : outcome.error().error;
}

}  // namespace

TEST(Hall, AHoldEndsAtItsDeadline) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.pass(599'999ms);
    EXPECT_EQ(hall.state("A1"), SeatState::kHeld);
    hall.pass(1ms);
    EXPECT_EQ(hall.state("A1"), SeatState::kReturned);
}

TEST(Hall, AReturnedSeatIsFreeAfterItsRandomDelay) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.random = 30'001 + 12'345;  // The delay is `random` modulo 30,001, at most 30,000 ms.
    ASSERT_TRUE(hall.release(1));
    hall.pass(12'344ms);
    EXPECT_EQ(hall.state("A1"), SeatState::kReturned);
    hall.pass(1ms);
    EXPECT_EQ(hall.state("A1"), SeatState::kFree);
}

TEST(Hall, NobodyTakesAReturnedSeat) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.random = 30'000;
    ASSERT_TRUE(hall.release(1));
    EXPECT_EQ(error_of(hall.select(2, Ids{"A1"})), HallError::kSeatTaken);
}

TEST(Hall, HoldsThatEndTogetherComeBackApart) {
    HallRules rules;
    rules.return_delay_max = 30s;
    TestHall hall{rules};
    hall.random = 7;
    for (std::uint32_t guest = 1; guest <= 5; ++guest)
        ASSERT_TRUE(hall.select(guest, Ids{"A" + std::to_string(guest)}));
    hall.pass(600s);
    std::set<Instant> times;
    for (const auto& [free_at, seat] : hall.hall().returns().in_order())
        times.insert(free_at);
    EXPECT_EQ(times.size(), 5u);
    EXPECT_LE(*times.rbegin(), hall.now() + 30s);
}

TEST(Hall, AHoldThatIsPaidDoesNotExpire) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    ASSERT_TRUE(hall.start_paying(1));
    hall.pass(1h);
    EXPECT_EQ(hall.state("A1"), SeatState::kPaying);
}

TEST(Hall, PayingStartsBeforeTheDeadlineOnly) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    const Instant late = kStart + 600s;
    const auto decision = decide(hall.hall(), command::StartPaying{test_guest(1)}, late);
    EXPECT_EQ(error_of(decision.outcome), HallError::kTimeOver);
}

TEST(Hall, StartingToPayTwiceChangesNothing) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    ASSERT_TRUE(hall.start_paying(1));
    const std::string before = hall.saved();
    EXPECT_EQ(hall.start_paying(1)->seats, held->seats);
    EXPECT_EQ(hall.saved(), before);
}

TEST(Hall, SeatsBeingPaidAreNeitherSwappedNorReleased) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    ASSERT_TRUE(hall.start_paying(1));
    EXPECT_EQ(error_of(hall.select(1, Ids{"A2"})), HallError::kBeingPaid);
    EXPECT_EQ(error_of(hall.release(1)), HallError::kBeingPaid);
}

TEST(Hall, ADeclinedPaymentLeavesAtLeastThreeMinutes) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.pass(599s);
    ASSERT_TRUE(hall.start_paying(1));
    hall.pass(60s);
    EXPECT_EQ(hall.decline(1)->deadline, hall.now() + 3min);
    hall.pass(179'999ms);
    EXPECT_EQ(hall.state("A1"), SeatState::kHeld);
    hall.pass(1ms);
    EXPECT_EQ(hall.state("A1"), SeatState::kReturned);
}

TEST(Hall, AnEarlyDeclineKeepsTheDeadline) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    ASSERT_TRUE(hall.start_paying(1));
    hall.pass(60s);
    EXPECT_EQ(hall.decline(1)->deadline, kStart + 600s);
}

TEST(Hall, AnAbandonedPaymentGivesTheSeatsBack) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1", "A2"}));
    ASSERT_TRUE(hall.start_paying(1));
    EXPECT_EQ(hall.abandon(1).value(), 2u);
    EXPECT_EQ(hall.state("A1"), SeatState::kReturned);
    EXPECT_EQ(error_of(hall.abandon(1)), HallError::kNoHold);
}

TEST(Hall, AbandoningNeedsAPayment) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    EXPECT_EQ(error_of(hall.abandon(1)), HallError::kNoHold);
    EXPECT_EQ(hall.state("A1"), SeatState::kHeld);
}

TEST(Hall, APaidHoldIsSold) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1", "A2"});
    ASSERT_TRUE(hall.start_paying(1));
    EXPECT_EQ(hall.sell(1, *held).value(), 2u);
    EXPECT_EQ(hall.state("A1"), SeatState::kSold);
    EXPECT_EQ(hall.hall().owner(hall.seats({"A2"})[0]), test_guest(1));
    hall.pass(24h);
    EXPECT_EQ(hall.state("A1"), SeatState::kSold);
}

TEST(Hall, SellingTwiceIsNoMistake) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    ASSERT_TRUE(hall.sell(1, *held));
    const std::string before = hall.saved();
    EXPECT_TRUE(hall.sell(1, *held));
    EXPECT_EQ(hall.saved(), before);
}

TEST(Hall, ALatePaymentGetsReturnedSeats) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    hall.random = 30'000;
    hall.pass(600s);
    ASSERT_EQ(hall.state("A1"), SeatState::kReturned);
    EXPECT_TRUE(hall.sell(1, *held));
    hall.pass(1h);
    EXPECT_EQ(hall.state("A1"), SeatState::kSold);
}

TEST(Hall, ALatePaymentGetsFreeSeats) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    hall.pass(600s);
    hall.pass(60s);
    ASSERT_EQ(hall.state("A1"), SeatState::kFree);
    EXPECT_TRUE(hall.sell(1, *held));
}

TEST(Hall, ALatePaymentGetsNothingIfOneSeatWasTaken) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1", "A2"});
    hall.pass(600s);
    hall.pass(60s);
    ASSERT_TRUE(hall.select(2, Ids{"A2"}));
    const auto refused = hall.sell(1, *held);
    EXPECT_EQ(error_of(refused), HallError::kSeatLost);
    EXPECT_EQ(hall.ids(refused.error().seats), Ids{"A2"});
    EXPECT_EQ(hall.state("A1"), SeatState::kFree);
}

TEST(Hall, ALatePaymentGetsNothingIfASeatWasTakenAndGivenBack) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    hall.pass(600s);
    hall.pass(60s);
    ASSERT_TRUE(hall.select(2, Ids{"A1"}));
    ASSERT_TRUE(hall.release(2));
    hall.pass(60s);
    ASSERT_EQ(hall.state("A1"), SeatState::kFree);
    EXPECT_EQ(error_of(hall.sell(1, *held)), HallError::kSeatLost);
}

TEST(Hall, ALatePaymentLeavesTheNewerHoldAlone) {
    TestHall hall;
    const auto late = hall.select(1, Ids{"A1"}, 1);
    hall.pass(600s);
    ASSERT_TRUE(hall.select(1, Ids{"A2"}, 2));
    ASSERT_TRUE(hall.sell(1, *late));
    EXPECT_EQ(hall.state("A2"), SeatState::kHeld);
    hall.pass(600s);
    EXPECT_EQ(hall.state("A2"), SeatState::kReturned);
}

TEST(Hall, APartOfAHoldIsNotSold) {
    TestHall hall;
    auto held = *hall.select(1, Ids{"A1", "A2"});
    held.seats.pop_back();
    EXPECT_EQ(error_of(hall.sell(1, held)), HallError::kWrongHold);
}

TEST(Hall, NobodySellsTheSeatsOfAnother) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    EXPECT_EQ(error_of(hall.sell(2, *held)), HallError::kSeatLost);
}

TEST(Hall, ARefundedSeatComesBackByThePolicy) {
    TestHall hall;
    const auto at_random = *hall.select(1, Ids{"A1"}, 1);
    ASSERT_TRUE(hall.sell(1, at_random));
    const auto by_hand = *hall.select(1, Ids{"A2"}, 2);
    ASSERT_TRUE(hall.sell(1, by_hand));
    ASSERT_TRUE(hall.refund(1, at_random, 5min));
    ASSERT_TRUE(hall.refund(1, by_hand, std::nullopt));
    hall.pass(5min);
    EXPECT_EQ(hall.state("A1"), SeatState::kFree);
    hall.pass(24h);
    EXPECT_EQ(hall.state("A2"), SeatState::kReturned);
    EXPECT_TRUE(hall.release_returned({"A2"}));
    EXPECT_EQ(hall.state("A2"), SeatState::kFree);
}

TEST(Hall, ARefundedSeatIsNotSoldByTheOldFence) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    ASSERT_TRUE(hall.sell(1, *held));
    ASSERT_TRUE(hall.refund(1, *held, 0ms));
    EXPECT_EQ(error_of(hall.sell(1, *held)), HallError::kSeatLost);
    EXPECT_EQ(error_of(hall.refund(1, *held, 0ms)), HallError::kNotSold);
}

TEST(Hall, OnlyReturnedSeatsAreReleased) {
    TestHall hall;
    EXPECT_EQ(error_of(hall.release_returned({"A1"})), HallError::kNotReturned);
}

TEST(Hall, TheHouseKeepsSeatsWithReasonAndOwner) {
    TestHall hall;
    ASSERT_TRUE(hall.block({"A1", "A2"}, "camera", "broadcaster"));
    const Block* const block = hall.hall().block(hall.seats({"A2"})[0]);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->reason, "camera");
    EXPECT_EQ(block->owner, "broadcaster");
}

TEST(Hall, BlockingBreaksNobodysHold) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A2"}));
    const auto refused = hall.block({"A1", "A2"});
    EXPECT_EQ(error_of(refused), HallError::kSeatTaken);
    EXPECT_EQ(hall.ids(refused.error().seats), Ids{"A2"});
    EXPECT_EQ(hall.state("A1"), SeatState::kFree);
}

TEST(Hall, ABlockedSeatIsLostForALatePayment) {
    TestHall hall;
    const auto held = hall.select(1, Ids{"A1"});
    hall.pass(600s);
    ASSERT_TRUE(hall.block({"A1"}));
    EXPECT_EQ(error_of(hall.sell(1, *held)), HallError::kSeatLost);
    ASSERT_TRUE(hall.unblock({"A1"}));
    EXPECT_EQ(error_of(hall.sell(1, *held)), HallError::kSeatLost);
}

TEST(Hall, AnUnblockedSeatIsFree) {
    TestHall hall;
    ASSERT_TRUE(hall.block({"A1"}));
    ASSERT_TRUE(hall.block({"A1"}, "again", "other"));
    ASSERT_TRUE(hall.unblock({"A1"}));
    EXPECT_EQ(hall.state("A1"), SeatState::kFree);
    EXPECT_EQ(error_of(hall.unblock({"A1"})), HallError::kNotBlocked);
}

TEST(Hall, SoldOutIsSaidOnlyWhenNothingCanComeBack) {
    HallPlan plan = test_plan();
    plan.sections[0].rows.resize(1);
    plan.sections[0].rows[0].seats.resize(2);
    plan.sections[0].areas.clear();
    TestHall hall{{}, plan};
    const auto held = *hall.select(1, Ids{"A1"});
    ASSERT_TRUE(hall.block({"A2"}));
    EXPECT_FALSE(hall.hall().map().counts().sold_out());
    EXPECT_EQ(hall.hall().map().counts().may_return(), 1u);
    ASSERT_TRUE(hall.sell(1, held));
    EXPECT_TRUE(hall.hall().map().counts().sold_out());
    ASSERT_TRUE(hall.refund(1, held, std::nullopt));
    EXPECT_FALSE(hall.hall().map().counts().sold_out());
}

TEST(Hall, RulesChangeWithAFact) {
    TestHall hall;
    HallRules rules;
    rules.seats_per_hold = 1;
    ASSERT_TRUE(hall.operate(command::SetRules{rules}));
    EXPECT_EQ(error_of(hall.select(1, Ids{"A1", "A2"})), HallError::kTooManySeats);
    EXPECT_EQ(hall.saved(), hall.replayed());
}

TEST(Hall, RulesWithoutSenseAreRefused) {
    TestHall hall;
    HallRules rules;
    rules.seats_per_hold = kSeatsPerHoldMax + 1;
    EXPECT_EQ(error_of(hall.operate(command::SetRules{rules})), HallError::kBadRules);
}

TEST(Hall, AnythingSavedIsReadBack) {
    TestHall hall;
    hall.random = 20'000;
    ASSERT_TRUE(hall.sell(1, *hall.select(1, Ids{"A1"})));
    ASSERT_TRUE(hall.select(2, Ids{"A2", "A3"}));
    ASSERT_TRUE(hall.select(2, Ids{"A3"}));
    ASSERT_TRUE(hall.select(3, Ids{"B1"}));
    ASSERT_TRUE(hall.start_paying(3));
    ASSERT_TRUE(hall.block({"C1", "C2"}));
    EXPECT_EQ(hall.saved(), hall.reloaded());
    EXPECT_EQ(hall.saved(), hall.replayed());
}

TEST(HallFacts, AnUnknownTagOrAShortReadGivesNothing) {
    for (const std::string& bytes :
         {std::string{"\x00", 1}, std::string{"\xff"}, std::string{}, std::string{"\x01\x02", 2}}) {
        ByteReader in{bytes};
        EXPECT_FALSE(load_hall_fact(in).has_value());
    }
}

}  // namespace onsale::seat
