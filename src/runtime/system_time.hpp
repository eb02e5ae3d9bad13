#pragma once

#include "base/time.hpp"

namespace onsale::runtime {

// The clocks of the machine. `wall_shift` is added to the wall clock, to rehearse a sale before its
// date.
class SystemTime : public TimeSource {
  public:
    explicit SystemTime(Duration wall_shift = Duration{0}) : wall_shift_(wall_shift) {}

    Instant wall() const override;
    Duration steady() const override;

  private:
    Duration wall_shift_;
};

// Blocks this thread for so long, for programs that do nothing else.
void let_pass(Duration duration);

}  // namespace onsale::runtime
