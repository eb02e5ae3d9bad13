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

// The pattern in api/openapi.yaml states the same limits.
TEST(DurationText, HasAsManyDigitsAsItsUnitAllows) {
    EXPECT_EQ(parse_duration("999d"), 999 * 24h);
    EXPECT_EQ(parse_duration("9999h"), 9999h);
    EXPECT_EQ(parse_duration("999999m"), 999999min);
    EXPECT_EQ(parse_duration("99999999s"), 99999999s);
    EXPECT_EQ(parse_duration("99999999999ms"), 99999999999ms);
    EXPECT_EQ(parse_duration("007s"), 7s);
    for (const char* text : {"1000d", "10000h", "1000000m", "100000000s", "100000000000ms",
                             "0000000000000000000001s", "00", "+1s"})
        EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(IsoTime, ReadsEveryFormOfRfc3339) {
    const Instant noon = *parse_iso_time("2026-11-15T12:00:00Z");
    EXPECT_EQ(parse_iso_time("2026-11-15t12:00:00z"), noon);
    EXPECT_EQ(parse_iso_time("2026-11-15T12:00:00.5Z"), noon + 500ms);
    EXPECT_EQ(parse_iso_time("2026-11-15T12:00:00.123456789Z"), noon + 123ms);
    EXPECT_EQ(parse_iso_time("2026-11-16T11:59:00+23:59"), noon);
    EXPECT_EQ(parse_iso_time("2026-11-14T19:03:00-16:57"), noon);
    EXPECT_EQ(parse_iso_time("2016-12-31T23:59:60Z"), parse_iso_time("2017-01-01T00:00:00Z"));
    for (const char* text : {"2026-11-15T12:00:00.Z", "2026-11-15T12:00:60Z",
                             "2026-11-15T12:00:00+24:00", "2026-11-15T12:00:00.5"})
        EXPECT_FALSE(parse_iso_time(text)) << text;
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
