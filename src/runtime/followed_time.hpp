#pragma once

#include <atomic>

#include "base/time.hpp"

namespace onsale::runtime {

// A wall clock that follows the clock of another machine and advances with the local steady clock.
// A sale on many machines uses one time this way, and an error of a local wall clock does not
// matter. Until the first call of tell() it returns the local wall clock.
// Thread safety: tell() from one thread; all other members from any thread.
class FollowedTime : public TimeSource {
  public:
    // REQUIRES: `own` outlives this.
    explicit FollowedTime(const TimeSource& own) : own_(own) {}

    Instant wall() const override;
    Duration steady() const override { return own_.steady(); }

    // Reports that the other machine answered `wall`. The answer arrived at `at` of the steady
    // clock, `round_trip` after the question, so it is accurate to half of `round_trip`. The clock
    // moves only as far as needed to lie within that range. A slow answer therefore does no harm,
    // and a fast one corrects the drift.
    void tell(Instant wall, Duration at, Duration round_trip);

    bool is_told() const { return offset_.load(std::memory_order_relaxed) != kUntold; }
    // How far the other machine's clock is ahead of the local one; zero before the first tell().
    Duration ahead() const { return wall() - own_.wall(); }

  private:
    static constexpr Duration::rep kUntold = Duration::min().count();

    const TimeSource& own_;
    std::atomic<Duration::rep> offset_{kUntold};  // Steady clock to the other machine's wall clock.
};

}  // namespace onsale::runtime
