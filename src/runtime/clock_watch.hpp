#pragma once

#include <optional>

#include "base/time.hpp"

namespace onsale::runtime {

// Detects steps of the wall clock by comparing it with the steady clock.
// Thread safety: one thread.
class ClockWatch {
  public:
    // REQUIRES: `time` outlives this.
    explicit ClockWatch(const TimeSource& time) : time_(time), offset_(offset()) {}

    // Returns how far the wall clock has moved relative to the steady clock since the last detected
    // step, or since construction. Returns std::nullopt below one second, because a time service
    // corrects such differences without a step.
    std::optional<Duration> look();

  private:
    Duration offset() const { return time_.wall().time_since_epoch() - time_.steady(); }

    const TimeSource& time_;
    Duration offset_;
};

}  // namespace onsale::runtime
