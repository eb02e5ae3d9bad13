#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "payment/domain/prices.hpp"

namespace onsale::gateway {

using payment::ChosenSeat;

// Seats with fences, as in the real hall: a fence names one owner.
class TinyHall {
  public:
    enum class State : std::uint8_t { kFree, kHeld, kSold };
    struct Seat {
        State state = State::kFree;
        std::uint64_t fence = 0;
    };

    std::optional<std::vector<ChosenSeat>> hold(std::uint32_t first, std::uint32_t count) {
        std::vector<ChosenSeat> held;
        for (std::uint32_t seat = first; seat < first + count; ++seat)
            if (seats_[seat].state != State::kFree) return std::nullopt;
        for (std::uint32_t seat = first; seat < first + count; ++seat) {
            seats_[seat] = {State::kHeld, seats_[seat].fence + 1};
            held.push_back({{seat}, {seats_[seat].fence}, {0}, {0}});
        }
        return held;
    }
    // Whether the seats can be sold to the owner that the fences name.
    bool available(const payment::Quote& quote) const {
        return std::ranges::all_of(quote.lines, [&](const payment::QuoteLine& line) {
            const auto found = seats_.find(line.chosen.seat.value);
            return found != seats_.end() && found->second.fence == line.chosen.fence.value &&
                   found->second.state != State::kSold;
        });
    }
    bool sold(const ChosenSeat& chosen) const {
        const auto found = seats_.find(chosen.seat.value);
        return found != seats_.end() && found->second.state == State::kSold &&
               found->second.fence == chosen.fence.value;
    }
    void set(const ChosenSeat& chosen, State state) {
        Seat& seat = seats_[chosen.seat.value];
        if (seat.fence == chosen.fence.value) seat.state = state;
    }
    std::uint32_t sold_count() const {
        return static_cast<std::uint32_t>(std::ranges::count_if(
            seats_, [](const auto& entry) { return entry.second.state == State::kSold; }));
    }

  private:
    std::map<std::uint32_t, Seat> seats_;
};

}  // namespace onsale::gateway
