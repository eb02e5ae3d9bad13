#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/time.hpp"

namespace onsale::sale {

// How far a time zone, by its name, is ahead of UTC at an instant.
using ZoneOffsets = std::function<Duration(std::string_view zone, Instant at)>;

// What the writer brings to a decision: no rule looks at a clock or rolls a die.
struct Moment {
    Stamp stamp;
    std::uint64_t random = 0;  // Uniform; a new one for each decision.
    const ZoneOffsets& zones;

    Instant now() const { return stamp.now; }
};

}  // namespace onsale::sale
