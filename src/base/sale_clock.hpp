#pragma once

#include <algorithm>
#include <chrono>

#include "base/time.hpp"

namespace onsale {

// The writer's clock. It reads the wall clock once at the start and advances with the steady clock.
// It never goes back, and a step of the wall clock does not move it.
// Thread safety: const after construction. Loops read it to display times; only the writer uses it
// for decisions.
class SaleClock {
  public:
    // `not_before`: the latest instant recorded in the journal.
    SaleClock(const TimeSource& source, Instant not_before)
        : source_(source),
          steady_at_start_(source.steady()),
          start_(std::max(source.wall(), not_before)) {}

    Instant now() const { return start_ + (source_.steady() - steady_at_start_); }
    Instant wall() const { return source_.wall(); }
    // How far the wall clock has been stepped since the start, in whole seconds. Finer differences
    // are dropped because the two clocks are not read at the same instant, and a time that is
    // displayed twice must not change.
    Duration wall_step() const {
        return std::chrono::duration_cast<std::chrono::seconds>(wall() - now());
    }

  private:
    const TimeSource& source_;
    Duration steady_at_start_;
    Instant start_;
};

}  // namespace onsale
