#include "adapter/redis/hall/free_view.hpp"

#include <gtest/gtest.h>

#include "seat/domain/best.hpp"

namespace onsale::redis {
namespace {

using seat::SeatIndex;
using seat::SeatState;

constexpr GuestId kGuest{{1}};

// Ten seats in a row.
class FreeViewOfAHall : public testing::Test {
  protected:
    FreeViewOfAHall() {
        seat::HallPlan plan;
        plan.grades = {{"R", "R", ""}};
        seat::Row row{.label = "A", .rank = 0, .seats = {}};
        for (int i = 1; i <= 10; ++i)
            row.seats.push_back({.id = "A-" + std::to_string(i),
                                 .label = std::to_string(i),
                                 .grade = "R",
                                 .at = {i * 50, 0}});
        plan.sections = {{.id = "S", .name = "Stalls", .rows = {row}, .areas = {}}};
        plan_ = std::make_shared<const seat::HallPlan>(plan);
        hall_ = std::make_unique<sale::HallView>(
            sale::fact::HallOpened{{1}, "fri", plan_, {}, nullptr});
    }

    void hold(const seat::Seats& seats) {
        hall_->apply(seat::fact::SeatsHeld{kGuest, {257}, {}, seats, {}, {}});
    }
    std::uint32_t count() { return free_.current(*hall_).free_in(0); }

    std::shared_ptr<const seat::HallPlan> plan_;
    std::unique_ptr<sale::HallView> hall_;
    FreeView free_;
};

TEST_F(FreeViewOfAHall, FollowsTheMap) {
    EXPECT_EQ(count(), 10u);
    hold({{3}, {4}});
    EXPECT_EQ(count(), 8u);
    EXPECT_FALSE(free_.current(*hall_).contains({3}));
    hall_->apply(seat::fact::HoldEnded{kGuest, seat::HoldEnd::kReleased, {{3}, {4}}, {}});
    hall_->apply(seat::fact::SeatsFreed{{{3}, {4}}});
    EXPECT_EQ(count(), 10u);
}

TEST_F(FreeViewOfAHall, LeavesOutWhatIsBeingAskedFor) {
    const seat::Seats asked{{3}, {4}};
    {
        const AskedFor one{free_, *hall_, asked};
        const AskedFor another{free_, *hall_, asked};
        EXPECT_EQ(count(), 8u);
        EXPECT_EQ(free_.with_asked_for(*hall_).free_in(0), 10u);
        hold({{3}});
        EXPECT_EQ(free_.with_asked_for(*hall_).free_in(0), 9u);
    }
    EXPECT_EQ(count(), 9u) << "one of them was taken, the other was not";
    EXPECT_EQ(free_.asked_for(), 0u);
}

TEST_F(FreeViewOfAHall, IsMadeAnewForAHallThatStartedAnewAtTheSameVersion) {
    hold({{3}});
    EXPECT_EQ(count(), 9u);
    sale::HallImage image;
    image.performance = "fri";
    image.plan = plan_;
    image.seating = std::make_shared<const seat::Seating>(*plan_);
    image.version = hall_->map().version();
    image.states.assign(10, SeatState::kFree);
    image.states[7] = SeatState::kHeld;
    hall_->start_anew(std::move(image));
    EXPECT_TRUE(free_.current(*hall_).contains({3}));
    EXPECT_FALSE(free_.current(*hall_).contains({7}));
}

}  // namespace
}  // namespace onsale::redis
