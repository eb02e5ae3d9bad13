#include "adapter/redis/script/hall_args.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace onsale::redis {

std::vector<std::string> seat_select_args(const seat::Seating& seating,
                                          const seat::command::Select& select,
                                          const HoldLimits& limits) {
    seat::Seats seats = select.seats;
    std::ranges::sort(seats);
    const auto doubles = std::ranges::unique(seats);
    seats.erase(doubles.begin(), doubles.end());
    const auto accessible = std::ranges::count_if(
        seats, [&](seat::SeatIndex seat) { return seating.accessible(seat); });
    std::vector<std::string> args{guest_arg(select.guest),
                                  std::to_string(select.admission.value),
                                  random_arg(select.random),
                                  std::string{limits.stopped},
                                  std::to_string(limits.per_event),
                                  std::to_string(limits.per_performance),
                                  std::to_string(limits.share_percent),
                                  std::to_string(accessible),
                                  std::to_string(seats.size())};
    for (const seat::SeatIndex seat : seats)
        args.push_back(std::to_string(seat.value));
    for (const seat::SeatIndex seat : seats) {
        const auto place = seating.companion_of(seat);
        if (!place || std::ranges::binary_search(seats, *place)) continue;
        args.push_back(std::to_string(seat.value));
        args.push_back(std::to_string(place->value));
    }
    return args;
}

std::string guest_arg(const GuestId& guest) {
    return {guest.bytes.begin(), guest.bytes.end()};
}

std::string random_arg(std::uint64_t random) {
    return fmt::format("{:016x}", random);
}

}  // namespace onsale::redis
