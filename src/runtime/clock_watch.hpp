#pragma once

#include <optional>

#include "base/time.hpp"

namespace onsale::runtime {

// Finds steps of the wall clock by comparing it with the steady clock.
// Thread safety: one thread.
class ClockWatch {
  public:
    // REQUIRES: `time` outlives this.
    explicit ClockWatch(const TimeSource& time) : time_(time), offset_(offset()) {}

    // How far the wall clock has moved by itself since it was last found moved, or since the start.
    // Nothing below a second: a time service corrects that much without a step.
    std::optional<Duration> look();

  private:
    Duration offset() const { return time_.wall().time_since_epoch() - time_.steady(); }

    const TimeSource& time_;
    Duration offset_;
};

}  // namespace onsale::runtime
