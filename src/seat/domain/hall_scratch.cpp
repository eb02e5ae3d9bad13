// A hall whose seats are stored elsewhere: it is filled for a few decisions and cleared after them.
#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "seat/domain/hall.hpp"

namespace onsale::seat {

void Hall::put_seat(const StoredSeat& stored) {
    ONSALE_ASSERT(seating().has(stored.seat) && stored.state != SeatState::kHeld);
    put_.push_back(stored.seat);
    fences_[stored.seat.value] = stored.fence;
    set(stored.seat, stored.state);
    if (stored.state == SeatState::kPaying || stored.state == SeatState::kSold)
        owners_[stored.seat] = stored.owner;
    else
        owners_.erase(stored.seat);
}

void Hall::put_paying(const GuestId& guest, Seats seats, Instant deadline) {
    std::ranges::sort(seats);
    visits_[guest] = {{}, deadline, Visit::State::kPaying, std::move(seats), {}};
}

void Hall::clear() {
    for (const SeatIndex seat : touched()) {
        fences_[seat.value] = 0;
        set(seat, SeatState::kFree);
    }
    put_.clear();
    clear_version_ = map_.version();
    owners_.clear();
    visits_.clear();
    hold_deadlines_ = {};
    forget_at_ = {};
    returns_ = {};
    blocks_.clear();
    block_of_.clear();
    last_block_ = 0;
}

// A fence changes with the state of its seat, or by a put.
Seats Hall::touched() const {
    auto seats = map_.changed_since(clear_version_);
    if (seats) {
        seats->insert(seats->end(), put_.begin(), put_.end());
        return std::move(*seats);
    }
    // More changes than the map remembers.
    Seats all;
    for (std::uint32_t seat = 0; seat < seating().size(); ++seat)
        all.push_back({seat});
    return all;
}

}  // namespace onsale::seat
