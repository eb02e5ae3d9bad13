#include "runtime/followed_time.hpp"

#include <algorithm>

namespace onsale::runtime {
namespace {

// All times have a resolution of one millisecond.
constexpr Duration kGrain{1};

}  // namespace

Instant FollowedTime::wall() const {
    const auto offset = offset_.load(std::memory_order_relaxed);
    if (offset == kUntold) return own_.wall();
    return Instant{own_.steady() + Duration{offset}};
}

void FollowedTime::tell(Instant wall, Duration at, Duration round_trip) {
    const Duration offset = wall.time_since_epoch() + round_trip / 2 - at;
    const Duration uncertain = round_trip / 2 + kGrain;
    const Duration known{offset_.load(std::memory_order_relaxed)};
    const Duration next =
        is_told() ? std::clamp(known, offset - uncertain, offset + uncertain) : offset;
    offset_.store(next.count(), std::memory_order_relaxed);
}

}  // namespace onsale::runtime
