#pragma once

#include <cstdint>

#include "base/time.hpp"

namespace onsale::seat {

// Nobody buys more at once online; the free-run masks of FreeSeats have a bit for each.
constexpr std::uint32_t kSeatsPerHoldMax = 30;

// How seats of one performance are held.
struct HallRules {
    Duration hold_ttl = std::chrono::minutes{10};
    // Who gave a seat back cannot take the same one again for so long.
    Duration retake_after = std::chrono::minutes{10};
    // Seats given back become free after a random delay up to this, so that nobody can hand a seat
    // to an accomplice by timing.
    Duration return_delay_max = std::chrono::seconds{30};
    std::uint32_t seats_per_hold = 4;
    std::uint32_t accessible_per_hold = 2;

    friend bool operator==(const HallRules&, const HallRules&) = default;
};

}  // namespace onsale::seat
