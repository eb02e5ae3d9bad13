#pragma once

#include <cstdint>
#include <functional>

#include "base/time.hpp"

namespace onsale::crowd {

// Source of randomness that tests can control. Each roll gives 64 uniform bits.
class Dice {
  public:
    explicit Dice(std::function<std::uint64_t()> roll) : roll_(std::move(roll)) {}

    // REQUIRES: limit > 0.
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(roll_() % limit); }
    bool percent(std::uint32_t of_a_hundred) { return below(100) < of_a_hundred; }
    // REQUIRES: low <= high.
    Duration between(Duration low, Duration high) {
        return low + Duration{static_cast<std::int64_t>(
                         roll_() % static_cast<std::uint64_t>((high - low).count() + 1))};
    }

  private:
    std::function<std::uint64_t()> roll_;
};

}  // namespace onsale::crowd
