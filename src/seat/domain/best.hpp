#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "seat/domain/fact.hpp"
#include "seat/domain/free_seats.hpp"
#include "seat/domain/seating.hpp"

namespace onsale::seat {

// One bit per grade of the plan. A price limit is also expressed as a set of grades, because the
// caller knows the prices.
using GradeSet = std::uint64_t;
constexpr GradeSet kEveryGrade = ~GradeSet{0};

constexpr GradeSet grade_set(GradeIndex grade) {
    return GradeSet{1} << grade;
}

struct Wish {
    enum class Kind : std::uint8_t { kSeats, kStanding, kAccessible };

    Kind kind = Kind::kSeats;
    // For kAccessible: the accessible seat and its companions together.
    std::uint32_t count = 1;
    GradeSet grades = kEveryGrade;
    std::optional<SectionIndex> section = {};
    std::vector<SectionIndex> not_in = {};  // Sections that are not on sale now.

    bool may_be_in(SectionIndex wanted) const {
        return (!section || *section == wanted) &&
               std::ranges::find(not_in, wanted) == not_in.end();
    }
};

enum class BestError : std::uint8_t { kNotEnough, kNotTogether };

// The best seats for a party: adjacent seats in one row, in the best row, nearest to its middle. A
// single free seat is left over only if the party fits nowhere else.
Result<Seats, BestError> best(const Seating& seating, const FreeSeats& free, const Wish& wish,
                              std::span<const SeatIndex> avoid = {});

// Whether the seat has the requested kind, grade and section, regardless of its owner.
bool suits_wish(const Seating& seating, SeatIndex seat, const Wish& wish);

// Finds `count` free adjacent seats as near to `seat` as possible: in its own stretch, otherwise in
// another stretch of the same section and grade. Empty when there are none.
Seats offer_near(const Seating& seating, const FreeSeats& free, SeatIndex seat, std::uint32_t count,
                 std::span<const SeatIndex> avoid);

}  // namespace onsale::seat
