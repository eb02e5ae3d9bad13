#pragma once

#include <algorithm>
#include <cstdint>

#include "base/time.hpp"

namespace onsale::waiting_room {

// A token bucket for admit_per_second. It holds at most the admissions of one second, so it limits
// both bursts and the rate over time. The level is counted in thousandths of an admission: one
// millisecond adds `rate`.
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
        // A bucket that was never used, or not within the last second, is full. This also prevents
        // an overflow of the product.
        if (now - filled_at_ >= std::chrono::seconds{1}) return full;
        return std::min(full, level_ + (now - filled_at_).count() * rate);
    }

    std::int64_t level_ = 0;
    Instant filled_at_{Duration{-1'000'000}};
};

}  // namespace onsale::waiting_room
