#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/redis/relay/relay_lane.hpp"
#include "sale/domain/halls.hpp"

namespace onsale::redis {

// The sale store's state of one seat, in the form of seat_sync.
struct SeatUpdate {
    seat::SeatIndex seat;
    seat::Fence turn = 0;  // 0: overrides all earlier messages.
    std::string_view state{};
    std::string about{};    // The guest; for a blocked seat the reason and the owner.
    std::string free_at{};  // Relative to now, in line time of Redis.
};

// The state of a seat that is being paid, sold, blocked or waiting for a person, without a turn.
// None for states that only Redis knows.
std::optional<SeatUpdate> word_of(const seat::Hall& hall, seat::SeatIndex seat);

// The hall's state before `change`, as far as the calls depend on it.
// REQUIRES: constructed before the change is applied.
struct HallBefore {
    HallBefore(const seat::Hall& hall, const seat::HallFact& change);

    bool paying = false;   // The seats whose hold ended, or that were sold, were being paid.
    seat::Seats waited{};  // The freed seats that had waited for a person.
};

// The hall that the calls concern, and how its event sells.
struct RelayedHall {
    const sale::OpenHall& hall;
    Instant line_now;  // Line time of the store.
    bool keeps_admission = false;
};

// The calls that apply a change to Redis. `target.hall` is the hall after the change.
std::vector<RelayCall> calls_for(const RelayedHall& target, const HallBefore& before,
                                 const seat::HallFact& change);
// seat_sync, in as many calls as needed. REQUIRES: `words` is sorted by seat.
std::vector<RelayCall> sync_calls(const RelayedHall& target, const std::vector<SeatUpdate>& words);
// `version` grows with each change of the hall.
RelayCall hall_set_call(std::uint64_t version, sale::HallId id, const sale::OpenHall& hall);

// State of a payment's seats before it began in Redis: held by the guest, or free.
enum class Before : std::uint8_t { kHeld, kFree };

// Undoes a payment that the store rejected or never knew: the seats return to their previous state.
// A payment that the store accepts in a later turn is not affected.
RelayCall undo_call(const sale::OpenHall& hall, const GuestId& guest, const seat::Seats& seats,
                    Before before);

}  // namespace onsale::redis
