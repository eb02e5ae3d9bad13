#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "adapter/redis/relay/hall_page.hpp"
#include "sale/domain/halls.hpp"

namespace onsale::redis {

enum class DriftKind : std::uint8_t {
    kHallUnknown,  // Redis has no such hall.
    kRules,        // It has other rules.
    // The store has it so; Redis does not, or with another guest.
    kNotPaying,
    kNotSold,
    kNotBlocked,
    kNotWaiting,  // For a person.
    // Redis has it so, and the store does not know of it.
    kSoldUnknown,
    kBlockedUnknown,
    kWaitingUnknown,
    kPayingAlone,  // For a long time.
    // Redis does not agree with itself.
    kOrphan,  // A seat has an owner who does not hold it.
    kShown,   // Clients see something else than what decides.
    kCounts,
};

struct HallDrift {
    DriftKind kind{};
    sale::HallId hall;
    std::optional<seat::SeatIndex> seat{};  // None: it is about the whole hall.
    GuestId guest{};                        // Who has the seat in Redis, if anybody.
};

std::string_view to_string(DriftKind kind);

// Whether what Redis says of a seat may be so while the store says what it says. A payment that
// the store does not know is kPayingAlone, however short it has been.
std::optional<DriftKind> drift_of(const seat::Hall& store, seat::SeatIndex seat,
                                  const SeatInRedis& redis);

}  // namespace onsale::redis
