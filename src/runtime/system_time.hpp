#pragma once

#include "base/time.hpp"

namespace onsale::runtime {

// The machine's clocks. `wall_shift` moves the wall clock, to rehearse a sale before its day.
class SystemTime : public TimeSource {
  public:
    explicit SystemTime(Duration wall_shift = Duration{0}) : wall_shift_(wall_shift) {}

    Instant wall() const override;
    Duration steady() const override;

  private:
    Duration wall_shift_;
};

}  // namespace onsale::runtime
