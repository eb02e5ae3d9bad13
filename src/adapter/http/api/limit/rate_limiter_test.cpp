#include "adapter/http/api/limit/rate_limiter.hpp"

#include <unordered_map>
#include <utility>

#include <gtest/gtest.h>

#include "adapter/http/transport/socket/seeded_hash.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kSeed = 42;
constexpr RateLimit kTwoASecond{.count = 2, .period = 1000ms, .burst = 3};

int allowed_of(RateLimiter& limiter, std::uint64_t key, Duration now, int calls) {
    int allowed = 0;
    for (int i = 0; i < calls; ++i) {
        allowed += limiter.allow(key, now) ? 1 : 0;
    }
    return allowed;
}

TEST(RateLimiter, AllowsTheBurstThenTheRate) {
    RateLimiter limiter{kTwoASecond, kSeed};
    EXPECT_EQ(allowed_of(limiter, 7, 1000ms, 10), 3);
    EXPECT_EQ(allowed_of(limiter, 7, 1499ms, 10), 0);
    EXPECT_EQ(allowed_of(limiter, 7, 1500ms, 10), 1);
    EXPECT_EQ(allowed_of(limiter, 7, 3500ms, 10), 3);
}

TEST(RateLimiter, AKeyThatIsRefusedIsNotPunishedForAsking) {
    RateLimiter limiter{kTwoASecond, kSeed};
    allowed_of(limiter, 7, 1000ms, 1000);
    EXPECT_TRUE(limiter.allow(7, 1500ms));
}

TEST(RateLimiter, KeysDoNotShareABucket) {
    RateLimiter limiter{kTwoASecond, kSeed};
    allowed_of(limiter, 7, 0ms, 10);
    EXPECT_EQ(allowed_of(limiter, 8, 0ms, 10), 3);
    EXPECT_EQ(allowed_of(limiter, 0, 0ms, 10), 3);
}

TEST(RateLimiter, SaysWhenToComeBack) {
    RateLimiter limiter{{.count = 1, .period = 10'000ms, .burst = 1}, kSeed};
    ASSERT_TRUE(limiter.allow(7, 0ms));
    EXPECT_EQ(limiter.retry_after_s(7, 0ms), 10U);
    EXPECT_EQ(limiter.retry_after_s(7, 500ms), 10U);
    EXPECT_EQ(limiter.retry_after_s(7, 9500ms), 1U);
    EXPECT_EQ(limiter.retry_after_s(7, 20'000ms), 1U);
    EXPECT_EQ(limiter.retry_after_s(8, 0ms), 1U);
}

TEST(RateLimiter, AFloodOfOtherKeysDoesNotResetAKeyAtItsLimit) {
    RateLimiter limiter{kTwoASecond, kSeed, 64};
    allowed_of(limiter, 7, 0ms, 10);
    for (std::uint64_t key = 1'000; key < 100'000; ++key) {
        limiter.allow(key, 0ms);
    }
    EXPECT_FALSE(limiter.allow(7, 0ms));
}

TEST(RateLimiter, ANewKeyIsServedInAFullTable) {
    RateLimiter limiter{kTwoASecond, kSeed, 8};
    for (std::uint64_t key = 1; key <= 8; ++key) {
        allowed_of(limiter, key, 0ms, 3);
    }
    EXPECT_EQ(allowed_of(limiter, 99, 0ms, 10), 3);
}

TEST(RateLimiter, AFullSetForgetsTheKeyNearestToRest) {
    RateLimiter limiter{kTwoASecond, kSeed, 8};
    for (std::uint64_t key = 1; key <= 8; ++key) {
        allowed_of(limiter, key, 0ms, key == 5 ? 1 : 3);
    }
    limiter.allow(99, 0ms);
    for (std::uint64_t key = 1; key <= 8; ++key) {
        if (key != 5) EXPECT_FALSE(limiter.allow(key, 0ms)) << key;
    }
    EXPECT_TRUE(limiter.allow(99, 0ms));
}

// Two keys with the same tag; in a table of one set they share a bucket.
std::pair<std::uint64_t, std::uint64_t> keys_with_one_tag() {
    std::unordered_map<std::uint64_t, std::uint64_t> key_by_tag;
    for (std::uint64_t key = 1;; ++key) {
        const std::uint64_t tag = seeded_hash(key, kSeed) >> RateLimiter::kTimeBits;
        const auto [other, fresh] = key_by_tag.emplace(tag, key);
        if (!fresh) return {other->second, key};
    }
}

TEST(RateLimiter, KeysThatCollideShareOneBucket) {
    const auto [one, other] = keys_with_one_tag();
    RateLimiter limiter{kTwoASecond, kSeed, 8};
    EXPECT_EQ(allowed_of(limiter, one, 0ms, 2) + allowed_of(limiter, other, 0ms, 10), 3);
}

TEST(RateLimiter, ALoopWithAnEarlierReadingOfTheClockFindsNoFreshBurst) {
    RateLimiter limiter{kTwoASecond, kSeed};
    allowed_of(limiter, 7, 1000ms, 10);
    EXPECT_FALSE(limiter.allow(7, 990ms));
    EXPECT_FALSE(limiter.allow(7, 1499ms));
    EXPECT_TRUE(limiter.allow(7, 1500ms));
}

// The time wraps after 2^40 microseconds (12.7 days). At half of that, old words look like future
// ones.
TEST(RateLimiter, ABucketOfDaysAgoIsFull) {
    RateLimiter limiter{kTwoASecond, kSeed};
    for (std::chrono::days away{1}; away < std::chrono::days{12}; ++away) {
        const auto key = static_cast<std::uint64_t>(away.count());
        allowed_of(limiter, key, 0ms, 10);
        EXPECT_EQ(allowed_of(limiter, key, away, 10), 3) << away.count() << " days";
    }
}

TEST(RateLimiter, ALimitIsKeptWhileTheTimeOfAWordWraps) {
    const Duration wrap{(std::int64_t{1} << RateLimiter::kTimeBits) / 1000};
    RateLimiter limiter{kTwoASecond, kSeed};
    EXPECT_EQ(allowed_of(limiter, 7, wrap - 200ms, 10), 3);
    EXPECT_EQ(allowed_of(limiter, 7, wrap + 200ms, 10), 0);
    EXPECT_EQ(allowed_of(limiter, 7, wrap + 301ms, 10), 1);
}

TEST(RateLimiter, TheLongestRefillFits) {
    RateLimiter limiter{{.count = 1, .period = 1000ms, .burst = 7 * 24 * 60 * 60}, kSeed};
    EXPECT_EQ(allowed_of(limiter, 7, 0ms, 700'000), 7 * 24 * 60 * 60);
}

}  // namespace
}  // namespace onsale::http
