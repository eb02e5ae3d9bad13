// The limits that several loops use concurrently.
#include <atomic>
#include <barrier>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/http/api/limit/rate_limiter.hpp"
#include "adapter/http/transport/socket/open_connections.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kSeed = 42;
constexpr int kLoops = 4;

// Runs `work` on several threads that start together, and returns the sum of their results.
template <class Work>
int on_all_loops(const Work& work) {
    std::atomic<int> sum = 0;
    std::barrier begin{kLoops};
    std::vector<std::jthread> threads;
    for (int loop = 0; loop < kLoops; ++loop) {
        threads.emplace_back([&, loop] {
            begin.arrive_and_wait();
            sum += work(loop);
        });
    }
    threads.clear();
    return sum;
}

TEST(SharedLimits, ABurstIsAllowedOnceWhoeverAsks) {
    constexpr int kBurst = 20'000;  // Long enough for the threads to overlap.
    RateLimiter limiter{{.count = 2, .period = 1000ms, .burst = kBurst}, kSeed};
    const int allowed = on_all_loops([&](int) {
        int mine = 0;
        for (int i = 0; i < kBurst; ++i) {
            mine += limiter.allow(7, 0ms) ? 1 : 0;
        }
        return mine;
    });
    EXPECT_EQ(allowed, kBurst);
}

// In every round the loops race to create the key's bucket, with slightly different clocks.
TEST(SharedLimits, AKeyThatIsNewToAllLoopsGetsOneBucket) {
    constexpr std::uint64_t kKeys = 2'000;
    constexpr int kBurst = 3;
    RateLimiter limiter{{.count = 1, .period = 60'000ms, .burst = kBurst}, kSeed};
    const int allowed = on_all_loops([&](int loop) {
        int mine = 0;
        for (std::uint64_t key = 1; key <= kKeys; ++key) {
            for (int i = 0; i < kBurst; ++i) {
                mine += limiter.allow(key, Duration{1'000 + loop}) ? 1 : 0;
            }
        }
        return mine;
    });
    EXPECT_EQ(allowed, static_cast<int>(kKeys) * kBurst);
}

TEST(SharedLimits, AKeyThatReplacesARestedOneGetsOneBucket) {
    constexpr std::uint64_t kRounds = 2'000;
    RateLimiter limiter{{.count = 1, .period = 10ms, .burst = 1}, kSeed, 8};
    for (std::uint64_t key = 1'000'000; key < 1'000'008; ++key) {
        limiter.allow(key, 0ms);
    }
    std::barrier round{kLoops};
    const int allowed = on_all_loops([&](int loop) {
        int mine = 0;
        for (std::uint64_t key = 1; key <= kRounds; ++key) {
            // The previous key's bucket is full by the clock of some loops, but not yet by that of
            // others.
            const Duration now{static_cast<std::int64_t>(key) * 10 + loop % 2};
            round.arrive_and_wait();
            mine += limiter.allow(key, now) ? 1 : 0;
        }
        return mine;
    });
    EXPECT_EQ(allowed, static_cast<int>(kRounds));
}

TEST(SharedLimits, ConnectionsOfAnAddressNeverExceedTheirCap) {
    OpenConnections open;
    const OpenConnections::Caps caps{.in_all = 1'000'000, .per_address = 100};
    const int inside = on_all_loops([&](int) {
        int mine = 0;
        for (int i = 0; i < 1'000; ++i) {
            mine += open.enter(caps, 7) ? 0 : 1;
        }
        return mine;
    });
    EXPECT_EQ(inside, 100);
}

TEST(SharedLimits, ConnectionsThatComeAndGoLeaveNothingBehind) {
    OpenConnections open;
    const OpenConnections::Caps caps{.in_all = kLoops, .per_address = kLoops};
    const int refused = on_all_loops([&](int loop) {
        int mine = 0;
        for (int i = 0; i < 1'000; ++i) {
            const auto address = static_cast<std::uint64_t>((loop + i) % 3);
            if (open.enter(caps, address))
                ++mine;
            else
                open.leave(address);
        }
        return mine;
    });
    EXPECT_EQ(refused, 0);
    EXPECT_FALSE(open.enter({.in_all = 1, .per_address = 1}, 0));
}

}  // namespace
}  // namespace onsale::http
