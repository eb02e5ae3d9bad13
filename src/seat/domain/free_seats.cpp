#include "seat/domain/free_seats.hpp"

#include <algorithm>
#include <bit>

#include "seat/domain/rules.hpp"

namespace onsale::seat {
namespace {

// The set of party sizes from 1 to `largest`, up to the maximum of a hold.
constexpr std::uint32_t sizes_up_to(std::uint32_t largest) {
    const std::uint32_t top = std::min(largest, kSeatsPerHoldMax);
    return (std::uint32_t{2} << top) - 2;
}

bool leaves_orphan(std::uint32_t before, std::uint32_t after) {
    return before == 1 || after == 1;
}

// Finds the position of a party that is nearest to the requested one.
class Nearest {
  public:
    Nearest(std::uint32_t count, std::uint32_t near, Orphan orphan)
        : count_(count), near_(near), orphan_(orphan) {}

    void look_at_run(std::uint32_t first, std::uint32_t size) {
        for (std::uint32_t before = 0; before + count_ <= size; ++before) {
            const std::uint32_t after = size - count_ - before;
            if (orphan_ == Orphan::kForbidden && leaves_orphan(before, after)) continue;
            consider(first + before);
        }
    }
    const std::optional<std::uint32_t>& first() const { return best_; }

  private:
    // Computes twice the distance between the middles, to avoid fractions.
    void consider(std::uint32_t first) {
        const std::uint32_t middle = 2 * first + count_ - 1;
        const std::uint32_t distance = middle > 2 * near_ ? middle - 2 * near_ : 2 * near_ - middle;
        if (best_ && distance >= distance_) return;
        best_ = first;
        distance_ = distance;
    }

    std::uint32_t count_;
    std::uint32_t near_;
    Orphan orphan_;
    std::optional<std::uint32_t> best_;
    std::uint32_t distance_ = 0;
};

bool has(std::span<const SeatIndex> seats, std::uint32_t seat) {
    return std::ranges::find(seats, SeatIndex{seat}) != seats.end();
}

}  // namespace

FreeSeats::FreeSeats(const Seating& seating)
    : seating_(&seating), bits_(seating.size() / 64 + 1, ~std::uint64_t{0}) {
    for (const Stretch& stretch : seating.stretches())
        free_in_.push_back(stretch.size);
    for (StretchIndex index = 0; index < free_in_.size(); ++index)
        fits_.push_back(fit_of(index));
}

void FreeSeats::set(SeatIndex seat, bool free) {
    if (contains(seat) == free) return;
    bits_[seat.value / 64] ^= std::uint64_t{1} << (seat.value % 64);
    const auto stretch = seating_->stretch_of(seat);
    if (!stretch) return;
    free ? ++free_in_[*stretch] : --free_in_[*stretch];
    fits_[*stretch] = fit_of(*stretch);
}

FreeSeats::Fit FreeSeats::fit_of(StretchIndex index) const {
    const Stretch& stretch = seating_->stretches()[index];
    if (stretch.standing) {
        const std::uint32_t sizes = sizes_up_to(free_in_[index]);
        return {sizes, sizes};
    }
    Fit fit;
    const std::uint32_t end = stretch.first.value + stretch.size;
    for (std::uint32_t seat = stretch.first.value; seat < end;) {
        const std::uint32_t run = run_length(seat, end, true);
        fit.any |= sizes_up_to(run);
        if (run <= kSeatsPerHoldMax) fit.whole |= std::uint32_t{1} << run;
        if (run > 2) fit.whole |= sizes_up_to(run - 2);
        seat += run;
        seat += run_length(seat, end, false);
    }
    return fit;
}

std::uint32_t FreeSeats::run_length(std::uint32_t first, std::uint32_t end, bool free) const {
    for (std::uint32_t seat = first; seat < end; seat += 64 - seat % 64) {
        const std::uint64_t word = bits_[seat / 64];
        const std::uint64_t others = (free ? ~word : word) >> (seat % 64);
        if (others == 0) continue;
        const auto length = static_cast<std::uint32_t>(std::countr_zero(others));
        return std::min(seat + length, end) - first;
    }
    return end - first;
}

std::optional<Seats> FreeSeats::find(StretchIndex index, std::uint32_t count, std::uint32_t near,
                                     Orphan orphan, std::span<const SeatIndex> avoid) const {
    const Stretch& stretch = seating_->stretches()[index];
    Seats seats;
    if (stretch.standing) {
        seats = find_units(stretch, count, avoid);
        return seats.size() == count ? std::optional{std::move(seats)} : std::nullopt;
    }
    Nearest nearest{count, near, orphan};
    const std::uint32_t end = stretch.first.value + stretch.size;
    std::uint32_t run_begin = stretch.first.value;
    for (std::uint32_t seat = run_begin; seat < end; ++seat) {
        if (contains(SeatIndex{seat}) && !has(avoid, seat)) continue;
        nearest.look_at_run(run_begin, seat - run_begin);
        run_begin = seat + 1;
    }
    nearest.look_at_run(run_begin, end - run_begin);
    if (!nearest.first()) return std::nullopt;
    for (std::uint32_t i = 0; i < count; ++i)
        seats.push_back({*nearest.first() + i});
    return seats;
}

Seats FreeSeats::find_units(const Stretch& area, std::uint32_t count,
                            std::span<const SeatIndex> avoid) const {
    Seats units;
    const std::uint32_t end = area.first.value + area.size;
    for (std::uint32_t unit = area.first.value; unit < end && units.size() < count; ++unit) {
        if (bits_[unit / 64] == 0) {
            unit |= 63;  // Skip 64 seats, none of which is free.
            continue;
        }
        if (contains(SeatIndex{unit}) && !has(avoid, unit)) units.push_back({unit});
    }
    return units;
}

}  // namespace onsale::seat
