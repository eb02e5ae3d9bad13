#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/redis/relay/relay_lane.hpp"
#include "sale/domain/halls.hpp"

namespace onsale::redis {

// What the sale store says of one seat, as seat_sync takes it.
struct SeatWord {
    seat::SeatIndex seat;
    seat::Fence turn = 0;  // 0: whatever was said before.
    std::string_view state{};
    std::string about{};    // The guest; of a blocked seat why, and for whom.
    std::string free_at{};  // From now on, by Redis' clock of the line.
};

// Being paid, sold, blocked, or waiting for a person, whatever was said before; nothing of what
// only Redis knows.
std::optional<SeatWord> word_of(const seat::Hall& hall, seat::SeatIndex seat);

// What `change` made of the hall that Redis has, too. REQUIRES: made before the change.
struct HallBefore {
    HallBefore(const seat::Hall& hall, const seat::HallFact& change);

    bool paying = false;   // Those whose hold ended, or that were sold.
    seat::Seats waited{};  // Those that were freed and had waited for a person.
};

// Where the calls about a hall go, and how its event sells.
struct HallScene {
    const sale::OpenHall& hall;
    Instant line_now;  // The store's.
    bool keeps_admission = false;
};

// What Redis must be told of a change; `scene.hall` is the hall with it.
std::vector<RelayCall> calls_for(const HallScene& scene, const HallBefore& before,
                                 const seat::HallFact& change);
// seat_sync, as often as it takes. REQUIRES: sorted by seat.
std::vector<RelayCall> sync_calls(const HallScene& scene, const std::vector<SeatWord>& words);
// `version` grows with each change of the hall.
RelayCall hall_set_call(std::uint64_t version, sale::HallId id, const sale::OpenHall& hall);
// The guest does not pay any more, and holds the seats for the time that is left, but `grace`.
RelayCall decline_call(const sale::OpenHall& hall, const GuestId& guest, const seat::Seats& seats,
                       Duration grace, bool has_row);

// The store has refused to take this payment. Whatever it takes in a turn after its present ones
// stays.
RelayCall stop_call(const sale::OpenHall& hall, const GuestId& guest, const seat::Seats& seats);

}  // namespace onsale::redis
