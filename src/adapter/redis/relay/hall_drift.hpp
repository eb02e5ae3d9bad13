#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "adapter/redis/relay/hall_page.hpp"
#include "base/words.hpp"
#include "sale/domain/halls.hpp"

namespace onsale::redis {

enum class DriftKind : std::uint8_t {
    kHallUnknown,  // Redis has no such hall.
    kRules,        // The hall has other rules in Redis.
    // The store has this state; Redis has another state or another guest.
    kNotPaying,
    kNotSold,
    kNotBlocked,
    kNotWaiting,  // Waiting for release by an operator.
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

constexpr auto words_of(DriftKind) {
    return std::to_array<std::string_view>(
        {"the hall is unknown", "the hall has other rules", "the seat is being paid, but not there",
         "the seat is sold, but not there", "the seat is blocked, but not there",
         "the seat waits for a person, but not there", "the seat is not sold, but there it is",
         "the seat is not blocked, but there it is", "the seat waits for nobody, but there it does",
         "somebody is paying without an order", "the seat's owner does not hold it",
         "clients see something else than what decides", "the counts are no recount"});
}

struct HallDrift {
    DriftKind kind{};
    sale::HallId hall;
    std::optional<seat::SeatIndex> seat{};  // None: concerns the whole hall.
    GuestId guest{};                        // The owner in Redis, if any.
};

// Returns how the state in Redis contradicts the store's; none if both may be true. A payment that
// the store does not know is kPayingAlone, however short it has been.
std::optional<DriftKind> drift_of(const seat::Hall& store, seat::SeatIndex seat,
                                  const SeatInRedis& redis);

}  // namespace onsale::redis
