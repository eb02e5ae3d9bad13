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

// A bit per grade of the plan. A price limit is a set of grades too: the caller knows the prices.
using GradeSet = std::uint64_t;
constexpr GradeSet kEveryGrade = ~GradeSet{0};

constexpr GradeSet grade_set(GradeIndex grade) {
    return GradeSet{1} << grade;
}

struct Wish {
    enum class Kind : std::uint8_t { kSeats, kStanding, kAccessible };

    Kind kind = Kind::kSeats;
    // For kAccessible the accessible seat and its companions together.
    std::uint32_t count = 1;
    GradeSet grades = kEveryGrade;
    std::optional<SectionIndex> section = {};
    std::vector<SectionIndex> not_in = {};  // Sections that are not sold now.

    bool may_be_in(SectionIndex wanted) const {
        return (!section || *section == wanted) &&
               std::ranges::find(not_in, wanted) == not_in.end();
    }
};

enum class BestError : std::uint8_t { kNotEnough, kNotTogether };

// The best seats for a party: side by side in one row, in the best row first, nearest to its
// middle. A single free seat is left alone only if the party fits nowhere else.
Result<Seats, BestError> best(const Seating& seating, const FreeSeats& free, const Wish& wish,
                              std::span<const SeatIndex> avoid = {});

// Whether the seat is of the kind, grade and section wished for, whoever has it.
bool suits_wish(const Seating& seating, SeatIndex seat, const Wish& wish);

// As many free seats side by side as near to `seat` as can be: in its own stretch, else in another
// of its section and grade. Empty when there are none.
Seats offer_near(const Seating& seating, const FreeSeats& free, SeatIndex seat, std::uint32_t count,
                 std::span<const SeatIndex> avoid);

}  // namespace onsale::seat
