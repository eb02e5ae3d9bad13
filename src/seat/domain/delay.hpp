#pragma once

#include <cstdint>

#include "base/time.hpp"
#include "seat/domain/rules.hpp"

namespace onsale::seat {

// The modulo bias is negligible: the delay has tens of thousands of milliseconds, the random number
// has 64 bits.
inline Duration return_delay(const HallRules& rules, std::uint64_t random) {
    const auto choices = static_cast<std::uint64_t>(rules.return_delay_max.count()) + 1;
    return Duration{static_cast<Duration::rep>(random % choices)};
}

// The value with this `index` in the sequence derived from one random number (splitmix64).
constexpr std::uint64_t derived(std::uint64_t random, std::uint64_t index) {
    std::uint64_t z = random + (index + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

}  // namespace onsale::seat
