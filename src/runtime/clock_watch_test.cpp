#include "runtime/clock_watch.hpp"

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

using namespace std::chrono_literals;

struct TwoClocks final : TimeSource {
    Instant wall() const override { return wall_; }
    Duration steady() const override { return steady_; }
    void pass(Duration time) {
        wall_ += time;
        steady_ += time;
    }

    Instant wall_ = instant_from_ms(1'794'000'000'000);
    Duration steady_ = 1h;
};

TEST(ClockWatch, SaysNothingWhileBothClocksGoTheSameWay) {
    TwoClocks time;
    ClockWatch watch{time};
    time.pass(10h);
    EXPECT_FALSE(watch.look());
}

TEST(ClockWatch, TellsEachStepOnceWithItsSign) {
    TwoClocks time;
    ClockWatch watch{time};
    time.wall_ -= 2h;
    EXPECT_EQ(watch.look(), -2h);
    EXPECT_FALSE(watch.look());
    time.pass(1s);
    time.wall_ += 3s;
    EXPECT_EQ(watch.look(), 3s);
}

TEST(ClockWatch, AddsUpWhatIsTooSmallToTell) {
    TwoClocks time;
    ClockWatch watch{time};
    time.wall_ += 600ms;
    EXPECT_FALSE(watch.look());
    time.wall_ += 600ms;
    EXPECT_EQ(watch.look(), 1200ms);
}

TEST(ClockWatch, FollowsAStepToBefore1970) {
    TwoClocks time;
    ClockWatch watch{time};
    time.wall_ = instant_from_ms(-5000);
    EXPECT_EQ(watch.look(), -Duration{1'794'000'005'000});
}

}  // namespace
}  // namespace onsale::runtime
