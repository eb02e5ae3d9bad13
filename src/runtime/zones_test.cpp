#include "runtime/zones.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

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

// The first depends on the machine, the others are copies for programs with other needs.
TEST(Zones, OfTheMachineAndCopiesOfOthersAreUnknown) {
    for (const char* const name :
         {"localtime", "posixrules", "posix/Asia/Seoul", "right/Asia/Seoul"}) {
        EXPECT_FALSE(zone_known(name)) << name;
        EXPECT_EQ(zone_offset(name, kJuly), 0h) << name;
    }
}

// The library reads the file of a zone when it is first used. Without free descriptors it cannot.
TEST(Zones, OfAFileThatCannotBeReadAreUnknownUntilItCan) {
    ASSERT_TRUE(zone_known("Asia/Seoul"));
    rlimit usual{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &usual), 0);
    const rlimit none{.rlim_cur = 0, .rlim_max = usual.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const bool known = zone_known("Asia/Tokyo");
    const Duration offset = zone_offset("Asia/Tokyo", kJuly);
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &usual), 0);
    EXPECT_FALSE(known);
    EXPECT_EQ(offset, 0h);
    EXPECT_EQ(zone_offset("Asia/Tokyo", kJuly), 9h);
}

}  // namespace
}  // namespace onsale::runtime
