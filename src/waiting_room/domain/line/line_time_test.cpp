// The three clocks of a line: line time, the admission bucket and the last-seen times.
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "waiting_room/domain/line/admission_bucket.hpp"
#include "waiting_room/domain/line/line_clock.hpp"
#include "waiting_room/domain/line/presence.hpp"
#include "waiting_room/domain/line/test_line.hpp"

namespace onsale::waiting_room {
namespace {

std::uint32_t take_all(AdmissionBucket& bucket, std::uint32_t rate, Instant now) {
    const std::uint32_t count = bucket.available(rate, now);
    for (std::uint32_t i = 0; i < count; ++i)
        bucket.take_one(rate, now);
    return count;
}

}  // namespace

TEST(LineClock, RunsWithTheWritersClock) {
    const LineClock clock;
    EXPECT_EQ(clock.at(kOpensAt), kOpensAt);
    EXPECT_EQ(clock.due(kOpensAt + 5s, kOpensAt), kOpensAt + 5s);
}

TEST(LineClock, StandsStillWhileFrozenAndLosesExactlyThatTime) {
    LineClock clock;
    clock.freeze(kOpensAt);
    EXPECT_EQ(clock.at(kOpensAt + 10min), kOpensAt);
    clock.thaw(kOpensAt + 10min);
    EXPECT_EQ(clock.at(kOpensAt + 10min + 1ms), kOpensAt + 1ms);
}

TEST(LineClock, FreezingTwiceKeepsTheFirstInstant) {
    LineClock clock;
    clock.freeze(kOpensAt);
    clock.freeze(kOpensAt + 1min);
    EXPECT_EQ(clock.at(kOpensAt + 2min), kOpensAt);
    clock.thaw(kOpensAt + 2min);
    clock.thaw(kOpensAt + 3min);
    EXPECT_EQ(clock.at(kOpensAt + 3min), kOpensAt + 1min);
}

TEST(LineClock, AnExtensionMovesEveryDeadlineAlsoWhileFrozen) {
    LineClock clock;
    clock.fall_behind(5min);
    EXPECT_EQ(clock.due(kOpensAt + 1min, kOpensAt), kOpensAt + 6min);
    clock.freeze(kOpensAt);
    clock.fall_behind(1min);
    clock.thaw(kOpensAt + 10min);
    EXPECT_EQ(clock.due(kOpensAt + 1min, kOpensAt + 10min), kOpensAt + 17min);
}

TEST(LineClock, ComesBackFromASnapshot) {
    LineClock clock;
    clock.fall_behind(7ms);
    clock.freeze(kOpensAt);
    const LineClock restored = LineClock::restored(clock.behind(), clock.frozen_at());
    EXPECT_TRUE(restored.frozen());
    EXPECT_EQ(restored.at(kOpensAt + 1h), clock.at(kOpensAt + 1h));
}

TEST(AdmissionBucket, StartsFullWithOneSecondsWorth) {
    AdmissionBucket bucket;
    EXPECT_EQ(take_all(bucket, 100, kOpensAt), 100u);
    EXPECT_EQ(bucket.available(100, kOpensAt), 0u);
}

TEST(AdmissionBucket, FillsByTheMillisecond) {
    AdmissionBucket bucket;
    take_all(bucket, 100, kOpensAt);
    EXPECT_EQ(bucket.available(100, kOpensAt + 9ms), 0u);
    EXPECT_EQ(bucket.available(100, kOpensAt + 10ms), 1u);
    EXPECT_EQ(bucket.available(100, kOpensAt + 999ms), 99u);
    EXPECT_EQ(bucket.available(100, kOpensAt + 1s), 100u);
}

TEST(AdmissionBucket, NeverHoldsMoreThanOneSecondsWorth) {
    AdmissionBucket bucket;
    take_all(bucket, 3, kOpensAt);
    EXPECT_EQ(bucket.available(3, kOpensAt + 24h), 3u);
}

TEST(AdmissionBucket, NeverGivesMoreThanTheRateOverTime) {
    for (const std::uint32_t rate : {1u, 3u, 7u, 100u, 999u}) {
        AdmissionBucket bucket;
        std::mt19937 random{rate};
        Instant now = kOpensAt;
        std::uint64_t given = take_all(bucket, rate, now);
        for (int step = 0; step < 2000; ++step) {
            now += Duration{random() % 40};
            given += take_all(bucket, rate, now);
            // At most one full bucket at the start, then the rate.
            const auto passed = static_cast<std::uint64_t>((now - kOpensAt).count());
            ASSERT_LE(given * 1000, rate * (1000 + passed));
        }
        // Taking everything at each step loses no fractions either.
        const auto passed = static_cast<std::uint64_t>((now - kOpensAt).count());
        ASSERT_GE(given + 1, rate * (1000 + passed) / 1000);
    }
}

TEST(AdmissionBucket, ALoweredRateLowersWhatIsLeft) {
    AdmissionBucket bucket;
    bucket.take_one(100, kOpensAt);
    EXPECT_EQ(bucket.available(10, kOpensAt), 10u);
}

TEST(AdmissionBucket, ComesBackFromASnapshot) {
    AdmissionBucket bucket;
    for (int i = 0; i < 60; ++i)
        bucket.take_one(100, kOpensAt);
    const auto restored = AdmissionBucket::restored(bucket.stored_level(), bucket.filled_at());
    EXPECT_EQ(restored.available(100, kOpensAt + 50ms), 45u);
}

TEST(Presence, SilenceCountsWholeSecondsSinceLastSeen) {
    Presence presence;
    presence.mark(Number{1}, kOpensAt);
    EXPECT_EQ(presence.silence(Number{1}, kOpensAt), 0s);
    EXPECT_EQ(presence.silence(Number{1}, kOpensAt + 179'999ms), 179s);
    EXPECT_EQ(presence.silence(Number{1}, kOpensAt + 180s), 180s);
}

TEST(Presence, SilenceIsNeverOverstated) {
    Presence presence;
    for (int seen = 0; seen < 1000; seen += 37) {
        presence.mark(Number{1}, kOpensAt + Duration{seen});
        for (int later = 0; later < 3000; later += 41) {
            const Instant now = kOpensAt + Duration{seen + later};
            ASSERT_LE(presence.silence(Number{1}, now), Duration{later}) << seen;
            ASSERT_GT(presence.silence(Number{1}, now) + 2s, Duration{later}) << seen;
        }
    }
}

TEST(Presence, SilenceIsRightAcrossTheWrapOfItsSixteenBits) {
    Presence presence;
    for (int hour = 0; hour < 40; ++hour) {
        const Instant seen = kOpensAt + std::chrono::hours{hour};
        presence.mark(Number{7}, seen);
        EXPECT_EQ(presence.silence(Number{7}, seen + 180s), 180s);
        EXPECT_EQ(presence.silence(Number{7}, seen + kForgetAfterMax), kForgetAfterMax);
    }
}

TEST(Presence, AddedTimeCountsInFullForWhoIsSilent) {
    Presence presence;
    presence.mark(Number{1}, kOpensAt);
    // 29 minutes of silence, then line time falls back by one hour: 61 minutes remain until the
    // 30th minute of silence.
    const Instant fallen_back = kOpensAt + 29min - 1h;
    presence.limit_ahead(1, 1h, fallen_back);
    EXPECT_EQ(presence.silence(Number{1}, fallen_back), 0s);
    EXPECT_EQ(presence.silence(Number{1}, fallen_back + 60min), 29min);
    EXPECT_EQ(presence.silence(Number{1}, fallen_back + 61min), 30min);
}

TEST(Presence, AnyAmountOfAddedTimeLeavesNobodyForgotten) {
    Presence presence;
    presence.mark(Number{1}, kOpensAt);
    Instant line_now = kOpensAt;
    for (int lever = 0; lever < 20; ++lever) {
        line_now -= Presence::kAheadMax;
        presence.limit_ahead(1, Presence::kAheadMax, line_now);
        ASSERT_EQ(presence.silence(Number{1}, line_now), 0s) << lever;
    }
    EXPECT_EQ(presence.silence(Number{1}, line_now + Presence::kAheadMax + 180s), 180s);
}

}  // namespace onsale::waiting_room
