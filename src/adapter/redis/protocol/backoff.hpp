#pragma once

#include <algorithm>
#include <chrono>

namespace onsale::redis {

// How long to wait before trying again: twice as long each time, up to a limit.
struct Backoff {
    std::chrono::milliseconds first{10};
    std::chrono::milliseconds longest{300};

    // `tries` have failed already; `jitter` from [0, 1) spreads a crowd over the second half of
    // the delay, so that those who failed together do not come back together.
    std::chrono::milliseconds delay(int tries, double jitter) const {
        constexpr int kDoublingsMax = 16;  // Beyond it any sensible limit has been met.
        const auto full = std::min(longest, first * (1 << std::clamp(tries - 1, 0, kDoublingsMax)));
        const auto half = static_cast<double>(full.count()) / 2;
        return std::chrono::milliseconds{static_cast<long long>(half + half * jitter)};
    }
};

}  // namespace onsale::redis
