#include "seat/domain/best.hpp"

#include <algorithm>

#include "seat/domain/rules.hpp"

namespace onsale::seat {
namespace {

// Accepts a Stretch or an AccessiblePlace.
bool suits(const auto& place, const Wish& wish) {
    return (wish.grades & grade_set(place.grade)) != 0 && wish.may_be_in(place.section);
}

bool suits_stretch(const Stretch& stretch, const Wish& wish) {
    return stretch.standing == (wish.kind == Wish::Kind::kStanding) && suits(stretch, wish);
}

std::optional<Seats> best_side_by_side(const Seating& seating, const FreeSeats& free,
                                       const Wish& wish, Orphan orphan,
                                       std::span<const SeatIndex> avoid) {
    const auto stretches = seating.stretches();
    for (StretchIndex index = 0; index < stretches.size(); ++index) {
        const Stretch& stretch = stretches[index];
        if (!free.fits(index, wish.count, orphan) || !suits_stretch(stretch, wish)) continue;
        if (auto seats = free.find(index, wish.count, stretch.middle, orphan, avoid)) return seats;
    }
    return std::nullopt;
}

std::optional<Seats> best_accessible(const Seating& seating, const FreeSeats& free,
                                     const Wish& wish, std::span<const SeatIndex> avoid) {
    const auto available = [&](SeatIndex seat) {
        return free.contains(seat) && std::ranges::find(avoid, seat) == avoid.end();
    };
    for (const AccessiblePlace& place : seating.accessible_places()) {
        if (!suits(place, wish) || !available(place.seat)) continue;
        Seats seats{place.seat};
        for (const SeatIndex companion : place.companions)
            if (seats.size() < wish.count && available(companion)) seats.push_back(companion);
        if (seats.size() < wish.count) continue;
        std::ranges::sort(seats);
        return seats;
    }
    return std::nullopt;
}

// Explains why no seats were found: too few are free, or they are not adjacent.
BestError why_none(const Seating& seating, const FreeSeats& free, const Wish& wish) {
    std::uint32_t count = 0;
    const auto stretches = seating.stretches();
    if (wish.kind == Wish::Kind::kAccessible) {
        for (const AccessiblePlace& place : seating.accessible_places())
            if (suits(place, wish) && free.contains(place.seat))
                count += 1 + static_cast<std::uint32_t>(std::ranges::count_if(
                                 place.companions, [&](SeatIndex s) { return free.contains(s); }));
    } else {
        for (StretchIndex index = 0; index < stretches.size(); ++index)
            if (suits_stretch(stretches[index], wish)) count += free.free_in(index);
    }
    return count >= wish.count ? BestError::kNotTogether : BestError::kNotEnough;
}

}  // namespace

Result<Seats, BestError> best(const Seating& seating, const FreeSeats& free, const Wish& wish,
                              std::span<const SeatIndex> avoid) {
    if (wish.count == 0 || wish.count > kSeatsPerHoldMax) return fail(BestError::kNotEnough);
    std::optional<Seats> seats;
    if (wish.kind == Wish::Kind::kAccessible) {
        seats = best_accessible(seating, free, wish, avoid);
    } else {
        seats = best_side_by_side(seating, free, wish, Orphan::kForbidden, avoid);
        if (!seats) seats = best_side_by_side(seating, free, wish, Orphan::kAllowed, avoid);
    }
    if (!seats) return fail(why_none(seating, free, wish));
    return std::move(*seats);
}

bool suits_wish(const Seating& seating, SeatIndex seat, const Wish& wish) {
    const auto stretch = seating.stretch_of(seat);
    if (stretch)
        return wish.kind != Wish::Kind::kAccessible &&
               suits_stretch(seating.stretches()[*stretch], wish);
    return wish.kind == Wish::Kind::kAccessible &&
           (wish.grades & grade_set(seating.grade(seat))) != 0 &&
           wish.may_be_in(seating.section(seat));
}

Seats offer_near(const Seating& seating, const FreeSeats& free, SeatIndex seat, std::uint32_t count,
                 std::span<const SeatIndex> avoid) {
    const GradeSet grade = grade_set(seating.grade(seat));
    const auto own = seating.stretch_of(seat);
    if (!own) {
        const Wish wish{Wish::Kind::kAccessible, count, grade, seating.section(seat), {}};
        return best(seating, free, wish, avoid).value_or(Seats{});
    }
    if (auto seats = free.find(*own, count, seat.value, Orphan::kAllowed, avoid)) return *seats;
    const Stretch& home = seating.stretches()[*own];
    const auto kind = home.standing ? Wish::Kind::kStanding : Wish::Kind::kSeats;
    const Wish wish{kind, count, grade, seating.section(seat), {}};
    return best(seating, free, wish, avoid).value_or(Seats{});
}

}  // namespace onsale::seat
