#include "base/time_text.hpp"

#include <gtest/gtest.h>

namespace onsale {
namespace {

using namespace std::chrono_literals;

TEST(DurationText, ReadsAndWritesTheLargestUnitThatLosesNothing) {
    for (const auto& [text, duration] : {std::pair<const char*, Duration>{"250ms", 250ms},
                                         {"180s", 180s},
                                         {"30m", 30min},
                                         {"2h", 2h},
                                         {"7d", 168h}})
        EXPECT_EQ(parse_duration(text), duration) << text;
    EXPECT_EQ(format_duration(180s), "3m");
    EXPECT_EQ(format_duration(90s), "90s");
    EXPECT_EQ(format_duration(0s), "0s");
    EXPECT_EQ(parse_duration("0"), Duration{0});
}

TEST(DurationText, RefusesWhatItWouldHaveToGuess) {
    for (const char* text : {"", "180", "-1s", "1.5s", "1 s", "s", "99999999999999d", "10x"})
        EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(IsoTime, ReadsOffsetsAndWritesUtc) {
    const auto instant = parse_iso_time("2026-11-15T20:00:00+09:00");
    ASSERT_TRUE(instant);
    EXPECT_EQ(format_iso_time(*instant), "2026-11-15T11:00:00.000+00:00");
    EXPECT_EQ(parse_iso_time("2026-11-15T11:00:00.250Z"), *instant + 250ms);
}

TEST(IsoTime, RefusesAMissingOffsetAndImpossibleDates) {
    for (const char* text :
         {"2026-11-15T20:00:00", "2026-02-30T00:00:00Z", "2026-11-15 20:00:00Z",
          "2026-11-15T24:00:00Z", "2026-11-15T20:00:00+9:00", "2026-11-15T20:00:00Zx", ""})
        EXPECT_FALSE(parse_iso_time(text)) << text;
}

}  // namespace
}  // namespace onsale
