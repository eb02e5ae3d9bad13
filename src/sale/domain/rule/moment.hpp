#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/time.hpp"

namespace onsale::sale {

// How far the named time zone is ahead of UTC at an instant.
using ZoneOffsets = std::function<Duration(std::string_view zone, Instant at)>;

// The writer's input to a decision: no rule reads a clock or a random generator itself.
struct Moment {
    Stamp stamp;
    std::uint64_t random = 0;  // Uniform; a new value for each decision.
    const ZoneOffsets& zones;

    Instant now() const { return stamp.now; }
};

}  // namespace onsale::sale
