#pragma once

#include <chrono>

namespace onsale {

using Duration = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Duration>;

// The time of one batch; the writer reads it once per batch.
struct Stamp {
    Instant now;   // Never goes back; used for all deadlines.
    Instant wall;  // The wall clock as read; used only for the sale's calendar (phases).
};

// Source of the current time, so that tests and simulations can control it.
class TimeSource {
  public:
    virtual ~TimeSource() = default;
    virtual Instant wall() const = 0;
    virtual Duration steady() const = 0;
};

constexpr Instant instant_from_ms(long long ms) {
    return Instant{Duration{ms}};
}

constexpr long long to_ms(Instant instant) {
    return instant.time_since_epoch().count();
}

}  // namespace onsale
