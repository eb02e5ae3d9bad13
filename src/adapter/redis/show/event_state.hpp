#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "seat/domain/seat_state.hpp"
#include "waiting_room/domain/event.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/line/standing.hpp"

namespace onsale::redis {

// The scheduler that admits guests of an event.
struct LeaseState {
    std::string owner;
    std::string fence;
    Duration expires_in{};
};

// The seats of one performance.
struct HallState {
    std::string performance;
    seat::StateCounts seats{};
    std::uint64_t holders = 0;  // Guests with a hold that is not being paid.
};

// The numbers of one event, as they are stored in Redis.
struct EventState {
    waiting_room::EventId id;
    std::string key;
    waiting_room::Lifecycle lifecycle{};
    std::uint64_t waiting = 0;  // Members of queue:{E}.
    std::uint64_t away = 0;     // Members of away:{E}.
    std::uint64_t active = 0;   // Members of active:{E}.
    std::uint64_t active_max = 0;
    std::uint64_t admitted_total = 0;
    std::uint64_t no_show_total = 0;
    std::array<std::uint64_t, waiting_room::kStandings> standings{};  // Numbers in each standing.
    std::optional<LeaseState> lease{};
    std::uint64_t stream_length = 0;
    std::string stream_last_id{};
    std::vector<HallState> halls{};

    std::uint64_t in(waiting_room::Standing standing) const {
        return standings[static_cast<std::size_t>(standing)];
    }
    // Guests who ever got a number.
    std::uint64_t joined() const;
    std::uint64_t seats_in(seat::SeatState state) const;
};

}  // namespace onsale::redis
