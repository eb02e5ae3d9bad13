#pragma once

#include <atomic>

#include "base/time.hpp"

namespace onsale::runtime {

// A wall clock that follows another machine's, carried on by the own steady clock: a sale on many
// machines goes by one time, and a machine whose own clock is an hour off does not matter. Until
// somebody has told it, it shows the own wall clock.
// Thread safety: tell from one thread, all else from anywhere.
class FollowedTime : public TimeSource {
  public:
    // REQUIRES: `own` outlives this.
    explicit FollowedTime(const TimeSource& own) : own_(own) {}

    Instant wall() const override;
    Duration steady() const override { return own_.steady(); }

    // The other machine said `wall`; its answer was here at `at` of the steady clock, `round_trip`
    // after the question. Such an answer is right to within half of that: the clock moves only so
    // far that it agrees, so that a slow answer spoils nothing and a fast one corrects the drift.
    void tell(Instant wall, Duration at, Duration round_trip);

    bool is_told() const { return offset_.load(std::memory_order_relaxed) != kUntold; }
    // How far the other machine's clock is ahead of the own; zero until told.
    Duration ahead() const { return wall() - own_.wall(); }

  private:
    static constexpr Duration::rep kUntold = Duration::min().count();

    const TimeSource& own_;
    std::atomic<Duration::rep> offset_{kUntold};  // From the steady clock to the other's wall.
};

}  // namespace onsale::runtime
