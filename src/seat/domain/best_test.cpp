#include "seat/domain/best.hpp"

#include <gtest/gtest.h>

#include "seat/domain/test_hall.hpp"

namespace onsale::seat {
namespace {

using Ids = std::vector<std::string>;

// The seats of the test plan. All are free except those passed to take().
class Best : public testing::Test {
  protected:
    void take(const Ids& ids) {
        for (const std::string& id : ids)
            free.set(seating.find(id).value(), false);
    }
    Ids find(const Wish& wish, const Ids& avoid = {}) const {
        Seats avoided;
        for (const std::string& id : avoid)
            avoided.push_back(seating.find(id).value());
        Ids ids;
        if (const auto seats = best(seating, free, wish, avoided))
            for (const SeatIndex seat : *seats)
                ids.push_back(seating.id(seat));
        return ids;
    }

    Seating seating{test_plan()};
    FreeSeats free{seating};
};

constexpr GradeSet kRoyal = grade_set(0);
constexpr GradeSet kStandard = grade_set(1);

}  // namespace

TEST_F(Best, IsInTheMiddleOfTheBestRow) {
    EXPECT_EQ(find({.count = 3}), (Ids{"A5", "A6", "A7"}));
}

TEST_F(Best, LeavesNoSeatAlone) {
    take({"A1", "A2", "A3", "A7"});
    // Two seats in A4 to A6 or in A8 to A10 would leave a single seat.
    EXPECT_EQ(find({.count = 2, .grades = kRoyal | kStandard}), (Ids{"B6", "B7"}));
}

TEST_F(Best, SitsAtTheEdgeOfARunRatherThanLeaveASeatAlone) {
    take({"A1", "A2", "A3", "A9", "A10"});
    EXPECT_EQ(find({.count = 2, .grades = kRoyal}), (Ids{"A4", "A5"}));
}

TEST_F(Best, FillsAGapOfItsOwnSize) {
    take({"A1", "A2", "A3", "A6", "A7"});
    EXPECT_EQ(find({.count = 2, .grades = kRoyal}), (Ids{"A4", "A5"}));
}

TEST_F(Best, LeavesASeatAloneOnlyIfThereIsNoOtherWay) {
    take({"A1", "A2", "A3", "A7", "A8", "A9", "A10"});
    EXPECT_EQ(find({.count = 2, .grades = kRoyal}), (Ids{"A5", "A6"}));
}

TEST_F(Best, DoesNotSitAcrossAnAisle) {
    EXPECT_EQ(find({.count = 6, .grades = kStandard}), Ids{});
    EXPECT_EQ(find({.count = 5, .grades = kStandard}), (Ids{"B6", "B7", "B8", "B9", "B10"}));
}

TEST_F(Best, KeepsToTheGradesAskedFor) {
    EXPECT_EQ(find({.count = 1, .grades = kStandard}), Ids{"B6"});
    EXPECT_EQ(find({.count = 1, .grades = 0}), Ids{});
}

TEST_F(Best, KeepsToTheSectionAskedFor) {
    EXPECT_EQ(find({.count = 1, .section = SectionIndex{0}}), Ids{"A6"});
    EXPECT_EQ(find({.count = 1, .section = SectionIndex{1}}), Ids{});
}

TEST_F(Best, AvoidsSeats) {
    EXPECT_EQ(find({.count = 2}, {"A5"}), (Ids{"A6", "A7"}));
}

TEST_F(Best, GivesAnAccessibleSeatWithItsCompanion) {
    EXPECT_EQ(find({Wish::Kind::kAccessible, 2}), (Ids{"C1", "C2"}));
    EXPECT_EQ(find({Wish::Kind::kAccessible, 3}), Ids{});
    take({"C2"});
    EXPECT_EQ(find({Wish::Kind::kAccessible, 2}), Ids{});
    EXPECT_EQ(find({Wish::Kind::kAccessible, 1}), Ids{"C1"});
    take({"C1"});
    EXPECT_EQ(find({Wish::Kind::kAccessible, 1}), Ids{"C3"});
}

TEST_F(Best, GivesNobodyElseAnAccessibleSeat) {
    take({"A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10"});
    take({"B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10"});
    EXPECT_EQ(find({.count = 1}), Ids{});
}

TEST_F(Best, GivesStandingUnitsByQuantity) {
    take({"FLOOR-2"});
    EXPECT_EQ(find({Wish::Kind::kStanding, 3}), (Ids{"FLOOR-1", "FLOOR-3", "FLOOR-4"}));
    EXPECT_EQ(find({Wish::Kind::kStanding, 5}).size(), 5u);
    EXPECT_EQ(find({Wish::Kind::kStanding, 6}), Ids{});
}

TEST_F(Best, SeesSeatsThatComeBack) {
    take({"A5", "A6"});
    free.set(seating.find("A5").value(), true);
    free.set(seating.find("A6").value(), true);
    EXPECT_EQ(find({.count = 3}), (Ids{"A5", "A6", "A7"}));
}

}  // namespace onsale::seat
