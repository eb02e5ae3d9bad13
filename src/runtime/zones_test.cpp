#include "runtime/zones.hpp"

#include <gtest/gtest.h>

namespace onsale::runtime {
namespace {

using namespace std::chrono_literals;

constexpr Instant kJanuary = instant_from_ms(1'800'000'000'000);
constexpr Instant kJuly = kJanuary + 24h * 180;

TEST(Zones, KnowHowFarTheyAreAhead) {
    EXPECT_EQ(zone_offset("Asia/Seoul", kJanuary), 9h);
    EXPECT_EQ(zone_offset("Asia/Seoul", kJuly), 9h);
}

TEST(Zones, FollowTheSeason) {
    EXPECT_EQ(zone_offset("Europe/Berlin", kJanuary), 1h);
    EXPECT_EQ(zone_offset("Europe/Berlin", kJuly), 2h);
}

TEST(Zones, ThatNobodyKnowsAreUtc) {
    EXPECT_FALSE(zone_known("Moon/Sea_of_Tranquility"));
    EXPECT_EQ(zone_offset("Moon/Sea_of_Tranquility", kJuly), 0h);
    EXPECT_TRUE(zone_known("Asia/Seoul"));
}

}  // namespace
}  // namespace onsale::runtime
