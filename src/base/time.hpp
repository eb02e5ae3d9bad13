#pragma once

#include <chrono>

namespace onsale {

using Duration = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Duration>;

// The time of one batch, stamped once by the writer.
struct Stamp {
    Instant now;   // Never goes back; every deadline is decided by it.
    Instant wall;  // The wall clock as read; only the sale's calendar (phases) goes by it.
};

// Where time comes from, so that tests and simulations own it.
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
