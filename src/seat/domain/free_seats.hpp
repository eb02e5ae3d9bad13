#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "seat/domain/fact.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::seat {

// Whether a party may leave a single free seat between itself and its neighbours.
enum class Orphan : bool { kForbidden, kAllowed };

// Which seats are free, as bits, and for each stretch which party sizes fit. A change looks at one
// stretch again; a search asks one word per stretch.
class FreeSeats {
  public:
    explicit FreeSeats(const Seating& seating);

    void set(SeatIndex seat, bool free);
    bool contains(SeatIndex seat) const {
        return (bits_[seat.value / 64] >> (seat.value % 64) & 1) != 0;
    }

    std::uint32_t free_in(StretchIndex stretch) const { return free_in_[stretch]; }
    // `count` is 1 to kSeatsPerHoldMax.
    bool fits(StretchIndex stretch, std::uint32_t count, Orphan orphan) const {
        const std::uint32_t party = std::uint32_t{1} << count;
        const Fit& fit = fits_[stretch];
        return ((orphan == Orphan::kAllowed ? fit.any : fit.whole) & party) != 0;
    }
    // `count` seats side by side in the stretch, the nearest to the seat index `near`, without
    // those to be avoided. In a standing area, any units.
    std::optional<Seats> find(StretchIndex stretch, std::uint32_t count, std::uint32_t near,
                              Orphan orphan, std::span<const SeatIndex> avoid) const;

  private:
    // A bit per party size.
    struct Fit {
        std::uint32_t any = 0;    // Some run is long enough.
        std::uint32_t whole = 0;  // Some run is just as long, or longer by two and more.
    };
    Fit fit_of(StretchIndex index) const;
    // Up to `end`, so many seats from `first` on are free, or are not.
    std::uint32_t run_length(std::uint32_t first, std::uint32_t end, bool free) const;
    Seats find_units(const Stretch& area, std::uint32_t count,
                     std::span<const SeatIndex> avoid) const;

    const Seating* seating_;  // Owned by whoever owns this.
    std::vector<std::uint64_t> bits_;
    std::vector<Fit> fits_;
    std::vector<std::uint32_t> free_in_;  // Free seats of each stretch.
};

}  // namespace onsale::seat
