// Tests of the seats that a guest may take, the deadline of a hold, and the reported conflicts.
#include <optional>

#include <gtest/gtest.h>

#include "seat/domain/test_hall.hpp"

namespace onsale::seat {
namespace {

using Ids = std::vector<std::string>;

std::optional<HallError> error_of(const HoldOutcome& outcome) {
    return outcome ? std::nullopt : std::optional{outcome.error().error};
}

}  // namespace

TEST(Select, TakesAllOrNothing) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A2"}));
    const auto refused = hall.select(2, Ids{"A1", "A2", "A3"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().error, HallError::kSeatTaken);
    EXPECT_EQ(hall.ids(refused.error().seats), Ids{"A2"});
    EXPECT_EQ(hall.state("A1"), SeatState::kFree);
    EXPECT_EQ(hall.state("A3"), SeatState::kFree);
}

TEST(Select, AConflictOffersAsManyFreeSeatsNearby) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A5"}));
    const auto refused = hall.select(2, Ids{"A5", "A6"});
    EXPECT_EQ(hall.ids(refused.error().offers), (Ids{"A6", "A7"}));
}

TEST(Select, AConflictInAFullRowOffersAnotherRowOfTheGrade) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"B1", "B2", "B4", "B5"}));
    const auto refused = hall.select(2, Ids{"B1", "B2"});
    EXPECT_EQ(hall.ids(refused.error().offers), (Ids{"B6", "B7"}));
}

TEST(Select, TheSameSetAgainGivesTheSameHold) {
    TestHall hall;
    const auto first = hall.select(1, Ids{"A1", "A2"});
    const std::string before = hall.saved();
    hall.pass(1min);
    const auto again = hall.select(1, Ids{"A2", "A1", "A2"});
    EXPECT_EQ(again->seats, first->seats);
    EXPECT_EQ(again->deadline, first->deadline);
    EXPECT_EQ(hall.saved(), before);
}

TEST(Select, ReplacesTheHoldInOneStep) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1", "A2"}));
    const auto swapped = hall.select(1, Ids{"A2", "A3"});
    EXPECT_EQ(hall.ids(*swapped), (Ids{"A2", "A3"}));
    EXPECT_EQ(hall.state("A1"), SeatState::kReturned);
    EXPECT_EQ(hall.hall().map().counts()[SeatState::kHeld], 2u);
}

TEST(Select, ARefusedSwapKeepsTheOldHold) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    ASSERT_TRUE(hall.select(2, Ids{"A2"}));
    ASSERT_FALSE(hall.select(1, Ids{"A2"}));
    EXPECT_EQ(hall.hall().owner(hall.seats({"A1"})[0]), test_guest(1));
}

TEST(Select, SwappingDoesNotMoveTheDeadline) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.pass(100s);
    EXPECT_EQ(hall.select(1, Ids{"A2"})->deadline, kStart + 600s);
}

TEST(Select, GivingBackAndTakingOthersDoesNotMoveTheDeadline) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.pass(100s);
    ASSERT_TRUE(hall.release(1));
    EXPECT_EQ(hall.select(1, Ids{"A2"})->deadline, kStart + 600s);
}

TEST(Select, NothingIsHeldAfterTheDeadlineOfTheAdmission) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    hall.pass(600s);
    EXPECT_EQ(error_of(hall.select(1, Ids{"A2"})), HallError::kTimeOver);
}

TEST(Select, ANewAdmissionHasANewDeadline) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}, 1));
    hall.pass(600s);
    EXPECT_EQ(hall.select(1, Ids{"A2"}, 2)->deadline, kStart + 1200s);
}

TEST(Select, ANewAdmissionDoesNotExtendAnOpenHold) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}, 1));
    hall.pass(60s);
    EXPECT_EQ(hall.select(1, Ids{"A2"}, 2)->deadline, kStart + 600s);
}

TEST(Select, ASeatGivenBackIsNotTakenAgainForTenMinutes) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}, 1));
    ASSERT_TRUE(hall.release(1));
    hall.pass(599'999ms);
    const auto refused = hall.select(1, Ids{"A1"}, 2);
    EXPECT_EQ(error_of(refused), HallError::kGivenBack);
    EXPECT_EQ(hall.ids(refused.error().seats), Ids{"A1"});
    hall.pass(1ms);
    EXPECT_TRUE(hall.select(1, Ids{"A1"}, 2));
}

TEST(Select, AnExpiredSeatCountsAsGivenBack) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}, 1));
    hall.pass(600s);
    hall.pass(30s);
    EXPECT_EQ(error_of(hall.select(1, Ids{"A1"}, 2)), HallError::kGivenBack);
}

TEST(Select, AnotherGuestMayTakeWhatSomebodyGaveBack) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    ASSERT_TRUE(hall.release(1));
    hall.tick();
    EXPECT_TRUE(hall.select(2, Ids{"A1"}));
}

TEST(Select, SeatsPerHoldIsALimit) {
    TestHall hall;
    EXPECT_TRUE(hall.select(1, Ids{"A1", "A2", "A3", "A4"}));
    EXPECT_EQ(error_of(hall.select(2, Ids{"A5", "A6", "A7", "A8", "A9"})),
              HallError::kTooManySeats);
}

TEST(Select, EndlessSwappingIsRefused) {
    HallRules rules;
    rules.seats_per_hold = 1;
    rules.return_delay_max = 0ms;
    HallPlan plan = test_plan();
    plan.sections[0].areas[0].quantity = 200;
    TestHall hall{rules, plan};
    int taken = 0;
    while (hall.select(1, Ids{"FLOOR-" + std::to_string(taken + 1)}))
        ++taken;
    EXPECT_EQ(taken, 101);
}

TEST(Select, NothingAndUnknownSeatsAreRefused) {
    TestHall hall;
    EXPECT_EQ(error_of(hall.select(1, Ids{})), HallError::kNothingChosen);
    EXPECT_EQ(error_of(hall.select(1, Seats{{29}}, 1)), HallError::kUnknownSeat);
}

TEST(Select, ACompanionComesWithItsAccessibleSeat) {
    TestHall hall;
    EXPECT_EQ(error_of(hall.select(1, Ids{"C2"})), HallError::kCompanionAlone);
    EXPECT_EQ(error_of(hall.select(1, Ids{"C2", "C3"})), HallError::kCompanionAlone);
    EXPECT_TRUE(hall.select(1, Ids{"C1", "C2"}));
}

TEST(Select, ACompanionIsNotLeftAloneByAnotherChoice) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"C1", "C2"}));
    EXPECT_EQ(error_of(hall.select(1, Ids{"C2"})), HallError::kCompanionAlone);
}

TEST(Select, AnAccessibleSeatMayBeTakenAlone) {
    TestHall hall;
    EXPECT_TRUE(hall.select(1, Ids{"C1"}));
}

TEST(Select, AccessibleSeatsHaveALimitOfTheirOwn) {
    HallRules rules;
    rules.accessible_per_hold = 1;
    TestHall hall{rules};
    EXPECT_EQ(error_of(hall.select(1, Ids{"C1", "C3"})), HallError::kTooManyAccessible);
}

TEST(Select, ABuyerOfAnAccessibleSeatMayAddItsCompanion) {
    TestHall hall;
    ASSERT_TRUE(hall.sell(1, *hall.select(1, Ids{"C1"})));
    EXPECT_TRUE(hall.select(1, Ids{"C2"}));
    EXPECT_EQ(error_of(hall.select(2, Ids{"C2"})), HallError::kCompanionAlone);
}

TEST(Select, TheFenceGrowsWithEachTakingAndIsTold) {
    TestHall hall;
    EXPECT_EQ(hall.select(1, Ids{"A1"})->seats[0].fence, 1u);
    ASSERT_TRUE(hall.release(1));
    EXPECT_EQ(hall.fence("A1"), 1u);
    hall.tick();
    EXPECT_EQ(hall.select(2, Ids{"A1"})->seats[0].fence, 2u);
    EXPECT_EQ(hall.fence("A1"), 2u);
}

TEST(Select, ABlockedSeatIsTaken) {
    TestHall hall;
    ASSERT_TRUE(hall.block({"A1"}));
    EXPECT_EQ(error_of(hall.select(1, Ids{"A1"})), HallError::kSeatTaken);
}

TEST(Select, BestTakesTheSeatsInOneStep) {
    TestHall hall;
    const auto held = hall.select_best(1, {.count = 2});
    EXPECT_EQ(hall.ids(*held), (Ids{"A5", "A6"}));
    EXPECT_EQ(hall.state("A5"), SeatState::kHeld);
}

TEST(Select, AskingForTheBestAgainGivesTheSameHold) {
    TestHall hall;
    const auto first = hall.select_best(1, {.count = 2});
    EXPECT_EQ(hall.select_best(1, {.count = 2})->seats, first->seats);
    EXPECT_EQ(hall.ids(*hall.select_best(1, {.count = 2, .grades = grade_set(1)})),
              (Ids{"B6", "B7"}));
}

TEST(Select, BestAvoidsWhatTheGuestGaveBack) {
    HallRules rules;
    rules.return_delay_max = 0ms;
    TestHall hall{rules};
    ASSERT_TRUE(hall.select(1, Ids{"A5", "A6"}));
    ASSERT_TRUE(hall.release(1));
    hall.tick();
    EXPECT_EQ(hall.ids(*hall.select_best(1, {.count = 2})), (Ids{"A7", "A8"}));
}

TEST(Select, BestSaysWhetherThereAreTooFewOrNotTogether) {
    HallRules rules;
    rules.seats_per_hold = 8;
    TestHall hall{rules};
    EXPECT_EQ(error_of(hall.select_best(1, {.count = 6, .grades = grade_set(1)})),
              HallError::kNotTogether);
    EXPECT_EQ(error_of(hall.select_best(1, {Wish::Kind::kStanding, 7})), HallError::kNotEnough);
    EXPECT_EQ(error_of(hall.select_best(1, {.count = 9})), HallError::kTooManySeats);
}

// A guest who returns seats and takes them again for the whole admission.
TEST(Select, HoldCyclingGainsNoTimeAlsoWhereSeatsMayBeTakenAgainAtOnce) {
    HallRules rules;
    rules.retake_after = 0ms;
    rules.return_delay_max = 0ms;
    TestHall hall{rules};
    const Instant deadline = hall.select(1, Ids{"A1"})->deadline;
    for (int minute = 1; minute < 10; ++minute) {
        ASSERT_TRUE(hall.release(1));
        hall.pass(1min);
        const auto again = hall.select(1, Ids{"A1"});
        ASSERT_TRUE(again) << minute;
        EXPECT_EQ(again->deadline, deadline);
    }
    ASSERT_TRUE(hall.release(1));
    hall.pass(1min);
    EXPECT_EQ(error_of(hall.select(1, Ids{"A1"})), HallError::kTimeOver);
    hall.pass(599'999ms);
    EXPECT_EQ(error_of(hall.select(1, Ids{"A1"})), HallError::kTimeOver);
    EXPECT_TRUE(hall.select(2, Ids{"A1"}));
}

TEST(Select, AVisitIsForgottenTenMinutesAfterItsDeadline) {
    TestHall hall;
    ASSERT_TRUE(hall.select(1, Ids{"A1"}));
    ASSERT_TRUE(hall.release(1));
    hall.pass(1'199'999ms);
    EXPECT_NE(hall.hall().visit(test_guest(1), hall.now()), nullptr);
    hall.pass(1ms);
    EXPECT_EQ(hall.hall().visit(test_guest(1), hall.now()), nullptr);
    ASSERT_TRUE(hall.select(2, Ids{"A1"}));
    EXPECT_EQ(hall.saved(), hall.replayed());
}

}  // namespace onsale::seat
