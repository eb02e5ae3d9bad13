#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace onsale::test {

// Seeded random numbers. The standard specifies the engine but not the distributions of <random>,
// so this class does not use them. A seed gives the same run with every library.
class Chance {
  public:
    explicit Chance(std::uint64_t seed) : engine_(seed) {}

    // REQUIRES: limit > 0.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(engine_() % limit); }
    bool one_in(std::size_t limit) { return below(limit) == 0; }
    std::uint8_t byte() { return static_cast<std::uint8_t>(engine_() & 0xFFU); }

  private:
    std::mt19937_64 engine_;
};

}  // namespace onsale::test
