#include "seat/domain/plan.hpp"

#include <gtest/gtest.h>

#include "seat/domain/plan_bytes.hpp"
#include "seat/domain/seating.hpp"
#include "seat/domain/test_hall.hpp"

namespace onsale::seat {
namespace {

std::vector<std::string> places(const HallPlan& plan) {
    std::vector<std::string> found;
    for (const PlanMistake& mistake : check(plan))
        found.push_back(mistake.place);
    return found;
}

using Places = std::vector<std::string>;

}  // namespace

TEST(HallPlan, AGoodPlanHasNoMistakes) {
    EXPECT_EQ(places(test_plan()), Places{});
    EXPECT_EQ(size_of(test_plan()), 29u);
}

TEST(HallPlan, ASeatIdIsThereOnce) {
    HallPlan plan = test_plan();
    plan.sections[0].rows[1].seats[0].id = "A1";
    EXPECT_EQ(places(plan), Places{"/sections/0/rows/1/seats/0/id"});
}

TEST(HallPlan, AStandingUnitHasNoSeatsId) {
    HallPlan plan = test_plan();
    plan.sections[0].rows[1].seats[0].id = "FLOOR-3";
    EXPECT_EQ(places(plan), Places{"/sections/0/areas/0/id"});
}

TEST(HallPlan, EveryMistakeIsNamedAtOnce) {
    HallPlan plan = test_plan();
    plan.grades[1].id = "R";
    plan.grades[0].color = "red";
    plan.image = "../secret.png";
    plan.sections[0].areas[0].quantity = 0;
    plan.sections[0].rows[0].seats.clear();
    const Places found = places(plan);
    for (const char* place : {"/image", "/grades/0/color", "/grades/1/id", "/sections/0/rows/0",
                              "/sections/0/rows/1/seats/9/grade", "/sections/0/areas/0/quantity"})
        EXPECT_NE(std::ranges::find(found, place), found.end()) << place;
}

TEST(HallPlan, ACompanionNeedsAnAccessibleSeat) {
    HallPlan plan = test_plan();
    plan.sections[0].rows[0].seats[0].companion_of = "A2";
    plan.sections[0].rows[0].seats[2].companion_of = "Z9";
    plan.sections[0].rows[2].seats[2].companion_of = "C1";
    EXPECT_EQ(places(plan), (Places{"/sections/0/rows/2/seats/2/companionOf",
                                    "/sections/0/rows/0/seats/0/companionOf",
                                    "/sections/0/rows/0/seats/2/companionOf"}));
}

TEST(HallPlan, TooManySeatsAreRefusedWithoutWalkingThem) {
    HallPlan plan = test_plan();
    plan.sections[0].areas[0].quantity = ~std::uint32_t{0};
    EXPECT_EQ(places(plan), Places{"/sections"});
}

TEST(HallPlan, UnitsOfAllAreasTogetherAreWalkedUpToTheLimit) {
    HallPlan plan = test_plan();
    auto& areas = plan.sections[0].areas;
    areas[0].quantity = kSeatsMax;
    areas.push_back(areas[0]);
    const std::string twin = "/sections/0/areas/" + std::to_string(areas.size() - 1) + "/id";
    // The units of the second area are not looked at, so only the area is there twice.
    EXPECT_EQ(places(plan), (Places{"/sections", twin}));
}

TEST(HallPlan, AListOfMistakesEnds) {
    HallPlan plan = test_plan();
    plan.sections[0].rows.assign(2 * kMistakesMax, Row{});
    EXPECT_EQ(check(plan).size(), kMistakesMax);
}

TEST(HallPlan, ItsBytesAreReadBack) {
    const HallPlan plan = test_plan();
    std::string bytes;
    ByteWriter out{bytes};
    save(out, plan);
    ByteReader in{bytes};
    EXPECT_EQ(load_plan(in), plan);
    EXPECT_TRUE(in.ok() && in.at_end());
}

TEST(Seating, SeatsAreNumberedInPlanOrder) {
    const Seating seating{test_plan()};
    EXPECT_EQ(seating.find("A1"), SeatIndex{0});
    EXPECT_EQ(seating.find("B1"), SeatIndex{10});
    EXPECT_EQ(seating.find("FLOOR-6"), SeatIndex{28});
    EXPECT_EQ(seating.id(SeatIndex{28}), "FLOOR-6");
    EXPECT_EQ(seating.find("FLOOR-7"), std::nullopt);
    EXPECT_EQ(seating.companion_of(SeatIndex{21}), SeatIndex{20});
}

TEST(Seating, AnAisleEndsAStretch) {
    const Seating seating{test_plan()};
    EXPECT_NE(seating.stretch_of(SeatIndex{14}), seating.stretch_of(SeatIndex{15}));
    EXPECT_EQ(seating.stretch_of(SeatIndex{10}), seating.stretch_of(SeatIndex{14}));
    EXPECT_EQ(seating.stretch_of(SeatIndex{20}), std::nullopt);
}

TEST(Seating, BetterRowsComeFirstAndRestrictedViewsLast) {
    HallPlan plan = test_plan();
    plan.sections[0].rows[0].rank = 9;
    plan.sections[0].areas.clear();
    plan.sections[0].rows[1].seats[0].restricted_view = true;
    const Seating seating{plan};
    EXPECT_EQ(seating.stretches().front().first, SeatIndex{15});
    EXPECT_EQ(seating.stretches().back().first, SeatIndex{10});
}

}  // namespace onsale::seat
