#include "runtime/followed_time.hpp"

#include <gtest/gtest.h>

#include "tests/support/manual_time.hpp"

namespace onsale::runtime {
namespace {

using namespace std::chrono_literals;

constexpr Instant kOwn = instant_from_ms(1'800'000'000'000);
constexpr Instant kOther = kOwn + 1h;

struct Machine {
    test::ManualTime own{kOwn, 5s};
    FollowedTime time{own};

    // Reports that the other machine's time is `wall` now.
    void tell(Instant wall, Duration round_trip = 0ms) {
        time.tell(wall, own.steady(), round_trip);
    }
};

TEST(FollowedTime, ShowsTheOwnClockUntilTold) {
    const Machine machine;
    EXPECT_EQ(machine.time.wall(), kOwn);
    EXPECT_FALSE(machine.time.is_told());
    EXPECT_EQ(machine.time.ahead(), 0ms);
}

TEST(FollowedTime, ShowsWhatItWasToldAndHowFarThatIsOff) {
    Machine machine;
    machine.tell(kOther);
    EXPECT_EQ(machine.time.wall(), kOther);
    EXPECT_TRUE(machine.time.is_told());
    EXPECT_EQ(machine.time.ahead(), 1h);
}

TEST(FollowedTime, IsCarriedOnByTheSteadyClock) {
    Machine machine;
    machine.tell(kOther);
    machine.own.set_wall(kOwn - 24h);
    machine.own.set_steady(machine.own.steady() + 700ms);
    EXPECT_EQ(machine.time.wall(), kOther + 700ms);
    EXPECT_EQ(machine.time.steady(), 5s + 700ms);
}

TEST(FollowedTime, TakesAnAnswerForHalfItsWayOld) {
    Machine machine;
    machine.tell(kOther, 100ms);
    EXPECT_EQ(machine.time.wall(), kOther + 50ms);
}

TEST(FollowedTime, ASlowAnswerThatAgreesMovesNothing) {
    Machine machine;
    machine.tell(kOther);
    machine.tell(kOther - 400ms, 900ms);
    EXPECT_EQ(machine.time.wall(), kOther);
}

TEST(FollowedTime, AFastAnswerCorrectsAPoorOneAsFarAsItMust) {
    Machine machine;
    machine.tell(kOther, 1000ms);
    machine.tell(kOther, 10ms);
    // The estimate is half the round trip (5 ms) ahead. Its uncertainty is another 5 ms plus 1 ms
    // of clock resolution.
    EXPECT_EQ(machine.time.wall(), kOther + 11ms);
}

TEST(FollowedTime, GoesBackNoFurtherThanNeeded) {
    Machine machine;
    machine.tell(kOther);
    machine.tell(kOther - 3ms, 2ms);
    EXPECT_EQ(machine.time.wall(), kOther);
    machine.tell(kOther - 10ms, 0ms);
    EXPECT_EQ(machine.time.wall(), kOther - 9ms);
}

TEST(FollowedTime, FollowsAStepOfTheOtherClock) {
    Machine machine;
    machine.tell(kOther);
    machine.tell(kOther + 1h, 2ms);
    EXPECT_EQ(machine.time.wall(), kOther + 1h - 1ms);
}

}  // namespace
}  // namespace onsale::runtime
