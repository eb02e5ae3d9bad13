#pragma once

#include <algorithm>
#include <cstdint>

#include "base/time.hpp"

namespace onsale::waiting_room {

// admit_per_second as a bucket that holds one second's worth: never more than that at once, and
// never more than the rate over time. Counted in thousandths, so that a millisecond adds `rate`.
class AdmissionBucket {
  public:
    std::uint32_t available(std::uint32_t rate, Instant now) const {
        return static_cast<std::uint32_t>(level(rate, now) / 1000);
    }
    void take_one(std::uint32_t rate, Instant now) {
        level_ = level(rate, now) - 1000;
        filled_at_ = now;
    }

    std::int64_t stored_level() const { return level_; }
    Instant filled_at() const { return filled_at_; }
    static AdmissionBucket restored(std::int64_t level, Instant filled_at) {
        AdmissionBucket bucket;
        bucket.level_ = level;
        bucket.filled_at_ = filled_at;
        return bucket;
    }

  private:
    std::int64_t level(std::uint32_t rate, Instant now) const {
        const std::int64_t full = std::int64_t{1000} * rate;
        // A bucket never touched, or not for a second, is full; this also keeps the product small.
        if (now - filled_at_ >= std::chrono::seconds{1}) return full;
        return std::min(full, level_ + (now - filled_at_).count() * rate);
    }

    std::int64_t level_ = 0;
    Instant filled_at_{Duration{-1'000'000}};
};

}  // namespace onsale::waiting_room
