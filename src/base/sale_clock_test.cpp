#include "base/sale_clock.hpp"

#include <gtest/gtest.h>

namespace onsale {
namespace {

using std::chrono::milliseconds;

class TwoClocks : public TimeSource {
  public:
    Instant wall() const override { return instant_from_ms(wall_ms); }
    Duration steady() const override { return milliseconds(steady_ms); }

    std::int64_t wall_ms = 1'700'000'000'000;
    std::int64_t steady_ms = 5'000;
};

TEST(SaleClock, AReadingAMillisecondApartIsNoStep) {
    TwoClocks source;
    const SaleClock clock(source, {});
    source.steady_ms += 60'000;
    for (const std::int64_t wall_ahead : {-1, 0, 1}) {
        source.wall_ms = 1'700'000'060'000 + wall_ahead;
        EXPECT_EQ(clock.wall_step(), Duration::zero());
    }
}

TEST(SaleClock, AStepOfTheWallClockIsToldAndMovesNothing) {
    TwoClocks source;
    const SaleClock clock(source, {});
    source.wall_ms -= 3'600'001;
    EXPECT_EQ(clock.wall_step(), -milliseconds(3'600'000));
    EXPECT_EQ(clock.now(), instant_from_ms(1'700'000'000'000));
}

TEST(SaleClock, StartsNoEarlierThanTheJournalEnds) {
    const TwoClocks source;
    const SaleClock clock(source, instant_from_ms(1'700'000'009'000));
    EXPECT_EQ(clock.now(), instant_from_ms(1'700'000'009'000));
}

}  // namespace
}  // namespace onsale
