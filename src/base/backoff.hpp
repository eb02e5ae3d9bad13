#pragma once

#include <algorithm>
#include <chrono>

namespace onsale {

// Delay before the next try. It doubles with each failure up to a limit.
struct Backoff {
    std::chrono::milliseconds first{10};
    std::chrono::milliseconds longest{300};

    // `tries` is the number of failures so far. `jitter`, from [0, 1), spreads callers over the
    // second half of the delay, so that callers that failed together do not retry together.
    std::chrono::milliseconds delay(int tries, double jitter) const {
        constexpr int kDoublingsMax = 16;  // More doublings exceed any sensible limit.
        const auto full = std::min(longest, first * (1 << std::clamp(tries - 1, 0, kDoublingsMax)));
        const auto half = static_cast<double>(full.count()) / 2;
        return std::chrono::milliseconds{static_cast<long long>(half + half * jitter)};
    }
};

}  // namespace onsale
