#pragma once

#include <optional>

#include "base/time.hpp"

namespace onsale::waiting_room {

// A line's own time, in which all its deadlines are kept. It stands still while deadlines are
// frozen and falls behind by whatever was added to them (a lever, the time the process was down),
// so that one number moves every deadline at once and none is ever rewritten.
class LineClock {
  public:
    Instant at(Instant now) const { return (frozen_at_ ? *frozen_at_ : now) - behind_; }
    // When, by the writer's clock, a deadline falls due if nothing moves it again.
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
