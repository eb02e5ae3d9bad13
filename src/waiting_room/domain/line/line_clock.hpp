#pragma once

#include <optional>

#include "base/time.hpp"

namespace onsale::waiting_room {

// The line time, in which all deadlines of a line are stored. It stops while deadlines are frozen,
// and it falls behind by any time that is added to the deadlines (by a lever, or for downtime of
// the process). One value thus moves all deadlines at once, and no deadline is rewritten.
class LineClock {
  public:
    Instant at(Instant now) const { return (frozen_at_ ? *frozen_at_ : now) - behind_; }
    // The time by the writer's clock at which a deadline is due, if nothing moves it again.
    Instant due(Instant deadline, Instant now) const { return now + (deadline - at(now)); }
    bool frozen() const { return frozen_at_.has_value(); }

    void freeze(Instant now) {
        if (!frozen_at_) frozen_at_ = now;
    }
    void thaw(Instant now) {
        if (!frozen_at_) return;
        behind_ += now - *frozen_at_;
        frozen_at_.reset();
    }
    void fall_behind(Duration by) { behind_ += by; }

    Duration behind() const { return behind_; }
    std::optional<Instant> frozen_at() const { return frozen_at_; }
    static LineClock restored(Duration behind, std::optional<Instant> frozen_at) {
        LineClock clock;
        clock.behind_ = behind;
        clock.frozen_at_ = frozen_at;
        return clock;
    }

  private:
    Duration behind_{};
    std::optional<Instant> frozen_at_;
};

}  // namespace onsale::waiting_room
