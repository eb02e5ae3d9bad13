#include "tests/support/manual_time.hpp"

#include <gtest/gtest.h>

namespace onsale::test {
namespace {

TEST(ManualTime, AdvancesBothClocks) {
    ManualTime time{instant_from_ms(1000), Duration{5}};
    time.advance(Duration{20});
    EXPECT_EQ(time.wall(), instant_from_ms(1020));
    EXPECT_EQ(time.steady(), Duration{25});
}

TEST(ManualTime, StepOfTheWallClockLeavesTheSteadyOneAlone) {
    ManualTime time{instant_from_ms(1000), Duration{5}};
    time.set_wall(instant_from_ms(10));
    EXPECT_EQ(time.wall(), instant_from_ms(10));
    EXPECT_EQ(time.steady(), Duration{5});
}

}  // namespace
}  // namespace onsale::test
