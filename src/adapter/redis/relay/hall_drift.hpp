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
    kRules,        // The hall has other rules in Redis.
    // The store has this state; Redis has another state or another guest.
    kNotPaying,
    kNotSold,
    kNotBlocked,
    kNotWaiting,  // For a person.
    // Redis has this state; the store does not.
    kSoldUnknown,
    kBlockedUnknown,
    kWaitingUnknown,
    kPayingAlone,  // A guest pays for too long without an order.
    // Redis is inconsistent.
    kOrphan,  // A seat has an owner who does not hold it.
    kShown,   // Clients see another state than the keys that decide.
    kCounts,
};

struct HallDrift {
    DriftKind kind{};
    sale::HallId hall;
    std::optional<seat::SeatIndex> seat{};  // None: concerns the whole hall.
    GuestId guest{};                        // The owner in Redis, if any.
};

std::string_view to_string(DriftKind kind);

// Returns how the state in Redis contradicts the store's; none if both may be true. A payment that
// the store does not know is kPayingAlone, however short it has been.
std::optional<DriftKind> drift_of(const seat::Hall& store, seat::SeatIndex seat,
                                  const SeatInRedis& redis);

}  // namespace onsale::redis
