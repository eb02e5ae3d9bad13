#include "adapter/redis/show/event_state.hpp"

#include <numeric>

namespace onsale::redis {

std::uint64_t EventState::joined() const {
    return std::accumulate(standings.begin() + 1, standings.end(), std::uint64_t{0});
}

std::uint64_t EventState::seats_in(seat::SeatState state) const {
    std::uint64_t seats = 0;
    for (const HallState& hall : halls)
        seats += hall.seats[state];
    return seats;
}

}  // namespace onsale::redis
