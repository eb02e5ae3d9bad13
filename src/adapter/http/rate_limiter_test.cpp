#include "adapter/http/rate_limiter.hpp"

#include <gtest/gtest.h>

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

TEST(RateLimiter, AFloodOfKeysTakesNoMemory) {
    RateLimiter limiter{kTwoASecond, kSeed, 64};
    const std::size_t before = limiter.memory_bytes();
    for (std::uint64_t key = 0; key < 100'000; ++key) {
        limiter.allow(key, 0ms);
    }
    EXPECT_EQ(limiter.memory_bytes(), before);
    EXPECT_EQ(before, 1024U);
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

}  // namespace
}  // namespace onsale::http
