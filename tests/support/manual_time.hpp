#pragma once

#include "base/time.hpp"

namespace onsale::test {

// A clock that moves only when a test moves it. The wall clock can be changed independently of the
// steady clock, as an operator or a time server does.
class ManualTime : public TimeSource {
  public:
    explicit ManualTime(Instant wall = {}, Duration steady = {}) : wall_(wall), steady_(steady) {}

    Instant wall() const override { return wall_; }
    Duration steady() const override { return steady_; }

    void set_wall(Instant wall) { wall_ = wall; }
    void set_steady(Duration steady) { steady_ = steady; }
    // Advances both clocks, like real time.
    void advance(Duration by) {
        wall_ += by;
        steady_ += by;
    }

  private:
    Instant wall_;
    Duration steady_;
};

}  // namespace onsale::test
