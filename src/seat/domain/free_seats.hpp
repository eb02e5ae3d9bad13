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

// A bitmap of the free seats and, for each stretch, the party sizes that fit. A change recomputes
// one stretch; a search reads one word per stretch.
class FreeSeats {
  public:
    explicit FreeSeats(const Seating& seating);

    void set(SeatIndex seat, bool free);
    bool contains(SeatIndex seat) const {
        return (bits_[seat.value / 64] >> (seat.value % 64) & 1) != 0;
    }

    std::uint32_t free_in(StretchIndex stretch) const { return free_in_[stretch]; }
    // REQUIRES: `count` is 1 to kSeatsPerHoldMax.
    bool fits(StretchIndex stretch, std::uint32_t count, Orphan orphan) const {
        const std::uint32_t party = std::uint32_t{1} << count;
        const Fit& fit = fits_[stretch];
        return ((orphan == Orphan::kAllowed ? fit.any : fit.whole) & party) != 0;
    }
    // Finds `count` adjacent seats in the stretch, nearest to the seat index `near`, excluding
    // `avoid`. In a standing area, returns any free units.
    std::optional<Seats> find(StretchIndex stretch, std::uint32_t count, std::uint32_t near,
                              Orphan orphan, std::span<const SeatIndex> avoid) const;

  private:
    // One bit per party size.
    struct Fit {
        std::uint32_t any = 0;    // A run of free seats is long enough.
        std::uint32_t whole = 0;  // A run has exactly this size, or at least two seats more.
    };
    Fit fit_of(StretchIndex index) const;
    // The number of consecutive seats from `first` on that are free (or not free), at most up to
    // `end`.
    std::uint32_t run_length(std::uint32_t first, std::uint32_t end, bool free) const;
    Seats find_units(const Stretch& area, std::uint32_t count,
                     std::span<const SeatIndex> avoid) const;

    const Seating* seating_;  // Owned by the owner of this object.
    std::vector<std::uint64_t> bits_;
    std::vector<Fit> fits_;
    std::vector<std::uint32_t> free_in_;  // Number of free seats per stretch.
};

}  // namespace onsale::seat
