#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "adapter/redis/protocol/reply.hpp"
#include "base/guest_id.hpp"
#include "seat/domain/seat_state.hpp"

namespace onsale::redis {

struct SeatInRedis {
    seat::SeatState state = seat::SeatState::kFree;
    std::optional<GuestId> owner{};
    bool waits_for_person = false;

    friend bool operator==(const SeatInRedis&, const SeatInRedis&) = default;
};

// Some seats of a hall, as returned by hall_read.
struct HallPage {
    std::uint64_t version = 0;
    std::array<std::int64_t, seat::kSeatStates> counts{};  // For the whole hall.
    std::int64_t remaining = 0;
    std::vector<SeatInRedis> seats;
};

// None if the answer is invalid. `first` is the first seat that was requested.
std::optional<HallPage> read_page(const Reply& answer, std::uint32_t first);

}  // namespace onsale::redis
