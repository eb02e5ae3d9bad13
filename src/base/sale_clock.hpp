#pragma once

#include <algorithm>
#include <chrono>

#include "base/time.hpp"

namespace onsale {

// The writer's clock: the wall clock read once at the start, carried on by the steady clock. It
// never goes back and a step of the wall clock does not move it.
// Thread safety: const after construction; loops read it to show times, only the writer decides.
class SaleClock {
  public:
    // `not_before`: the last instant the journal knows.
    SaleClock(const TimeSource& source, Instant not_before)
        : source_(source),
          steady_at_start_(source.steady()),
          start_(std::max(source.wall(), not_before)) {}

    Instant now() const { return start_ + (source_.steady() - steady_at_start_); }
    Instant wall() const { return source_.wall(); }
    // How far the wall clock has been stepped since the start, in whole seconds: the two clocks are
    // never read at the same instant, and a time shown twice must be the same time.
    Duration wall_step() const {
        return std::chrono::duration_cast<std::chrono::seconds>(wall() - now());
    }

  private:
    const TimeSource& source_;
    Duration steady_at_start_;
    Instant start_;
};

}  // namespace onsale
