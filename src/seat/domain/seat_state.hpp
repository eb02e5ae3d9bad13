#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/words.hpp"

namespace onsale::seat {

// Saved as a byte: append only.
enum class SeatState : std::uint8_t {
    kFree,
    kHeld,
    kPaying,  // Also while the outcome of the payment is unknown.
    kSold,
    kReturned,  // Returned but not yet free.
    kBlocked,   // Reserved by the house.
};

constexpr auto words_of(SeatState) {
    return std::to_array<std::string_view>(
        {"free", "held", "paying", "sold", "returned", "blocked"});
}

constexpr std::size_t kSeatStates = kWords<SeatState>.size();

// How many seats are in each state.
class StateCounts {
  public:
    std::uint32_t& operator[](SeatState state) { return counts_[static_cast<std::size_t>(state)]; }
    std::uint32_t operator[](SeatState state) const {
        return counts_[static_cast<std::size_t>(state)];
    }
    // Seats that are taken or returned but can become free.
    std::uint32_t may_return() const {
        return (*this)[SeatState::kHeld] + (*this)[SeatState::kPaying] +
               (*this)[SeatState::kReturned];
    }
    bool sold_out() const { return (*this)[SeatState::kFree] + may_return() == 0; }

    friend bool operator==(const StateCounts&, const StateCounts&) = default;

  private:
    std::array<std::uint32_t, kSeatStates> counts_{};
};

}  // namespace onsale::seat
