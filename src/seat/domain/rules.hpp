#pragma once

#include <cstdint>

#include "base/time.hpp"

namespace onsale::seat {

// Maximum of any hall. The masks of FreeSeats have one bit per party size.
constexpr std::uint32_t kSeatsPerHoldMax = 30;

// The rules for holding seats of one performance.
struct HallRules {
    Duration hold_ttl = std::chrono::minutes{10};
    // How long a guest who returned a seat cannot take it again.
    Duration retake_after = std::chrono::minutes{10};
    // Maximum of the random delay after which a returned seat becomes free. The delay prevents a
    // guest from passing a seat to an accomplice by timing.
    Duration return_delay_max = std::chrono::seconds{30};
    std::uint32_t seats_per_hold = 4;
    std::uint32_t accessible_per_hold = 2;

    friend bool operator==(const HallRules&, const HallRules&) = default;
};

}  // namespace onsale::seat
