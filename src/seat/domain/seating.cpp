#include "seat/domain/seating.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/assert.hpp"

namespace onsale::seat {
namespace {

constexpr StretchIndex kNoStretch = ~StretchIndex{0};
// Greater than the rank of any row, so that seats with a restricted view are offered last.
constexpr std::uint64_t kRestrictedRank = std::uint64_t{1} << 32;

// Twice the distance, to avoid fractions.
std::uint32_t twice_from_middle(const Stretch& stretch) {
    const std::uint32_t center = 2 * stretch.first.value + stretch.size - 1;
    const std::uint32_t middle = 2 * stretch.middle;
    return std::max(center, middle) - std::min(center, middle);
}

template <class Index>
std::optional<Index> find_in(const std::vector<std::string>& ids, std::string_view id) {
    const auto found = std::ranges::find(ids, id);
    if (found == ids.end()) return std::nullopt;
    return static_cast<Index>(found - ids.begin());
}

}  // namespace

struct Seating::RankedStretch {
    std::uint64_t rank = 0;
    Stretch stretch;
};

Seating::Seating(const HallPlan& plan) {
    const auto size = static_cast<std::size_t>(size_of(plan));
    ids_.reserve(size);  // Reserved because by_id_ refers to these strings.
    by_id_.reserve(size);
    for (const Grade& grade : plan.grades)
        grade_ids_.push_back(grade.id);
    std::vector<RankedStretch> ranked;
    for (const Section& section : plan.sections) {
        const auto index = static_cast<SectionIndex>(section_ids_.size());
        section_ids_.push_back(section.id);
        for (const Row& row : section.rows)
            add_row(row, index, ranked);
        for (const StandingArea& area : section.areas)
            add_area(area, index, ranked);
    }
    add_accessible_places(plan);
    number_stretches(std::move(ranked));
}

void Seating::add_row(const Row& row, SectionIndex section, std::vector<RankedStretch>& ranked) {
    const std::uint32_t middle = size() + static_cast<std::uint32_t>(row.seats.size() / 2);
    bool begins = true;  // The next seat starts a new stretch.
    for (const Seat& seat : row.seats) {
        const std::uint64_t rank = row.rank + (seat.restricted_view ? kRestrictedRank : 0);
        const GradeIndex grade = find_grade(seat.grade).value();
        const Kind kind = seat.accessible             ? Kind::kAccessible
                          : seat.companion_of.empty() ? Kind::kOrdinary
                                                      : Kind::kCompanion;
        const SeatIndex index = add_seat(seat.id, grade, section, kind);
        if (kind == Kind::kOrdinary) {
            if (begins || ranked.back().stretch.grade != grade || ranked.back().rank != rank)
                ranked.push_back({rank, {index, 0, grade, section, false, middle}});
            ++ranked.back().stretch.size;
        }
        begins = kind != Kind::kOrdinary || seat.aisle_after;
    }
}

void Seating::add_area(const StandingArea& area, SectionIndex section,
                       std::vector<RankedStretch>& ranked) {
    const GradeIndex grade = find_grade(area.grade).value();
    ranked.push_back({0, {SeatIndex{size()}, area.quantity, grade, section, true, size()}});
    for (std::uint32_t unit = 1; unit <= area.quantity; ++unit)
        add_seat(unit_id(area, unit), grade, section, Kind::kOrdinary);
}

SeatIndex Seating::add_seat(std::string id, GradeIndex grade, SectionIndex section, Kind kind) {
    const SeatIndex index{size()};
    ids_.push_back(std::move(id));
    const bool fresh = by_id_.emplace(ids_.back(), index).second;
    ONSALE_ASSERT(fresh);  // check() rejects duplicate ids.
    grades_.push_back(grade);
    sections_.push_back(section);
    kind_.push_back(kind);
    return index;
}

void Seating::add_accessible_places(const HallPlan& plan) {
    std::unordered_map<SeatIndex, std::size_t> place_of;
    for (std::uint32_t value = 0; value < size(); ++value) {
        const SeatIndex seat{value};
        if (!accessible(seat)) continue;
        place_of[seat] = accessible_.size();
        accessible_.push_back({seat, grade(seat), section(seat), {}});
    }
    for (const Section& section : plan.sections)
        for (const Row& row : section.rows)
            for (const Seat& seat : row.seats) {
                if (seat.companion_of.empty()) continue;
                const SeatIndex companion = find(seat.id).value();
                const SeatIndex owner = find(seat.companion_of).value();
                companion_of_[companion] = owner;
                accessible_[place_of.at(owner)].companions.push_back(companion);
            }
}

void Seating::number_stretches(std::vector<RankedStretch> ranked) {
    // Within a row, the stretches nearest to its middle come first.
    std::ranges::sort(ranked, {}, [](const RankedStretch& one) {
        const Stretch& stretch = one.stretch;
        return std::tuple{one.rank, stretch.middle, twice_from_middle(stretch), stretch.first};
    });
    stretch_of_.assign(size(), kNoStretch);
    for (const RankedStretch& one : ranked) {
        const auto index = static_cast<StretchIndex>(stretches_.size());
        std::fill_n(stretch_of_.begin() + one.stretch.first.value, one.stretch.size, index);
        stretches_.push_back(one.stretch);
    }
}

std::optional<SeatIndex> Seating::find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional{found->second};
}

std::optional<GradeIndex> Seating::find_grade(std::string_view id) const {
    return find_in<GradeIndex>(grade_ids_, id);
}

std::optional<SectionIndex> Seating::find_section(std::string_view id) const {
    return find_in<SectionIndex>(section_ids_, id);
}

std::optional<StretchIndex> Seating::stretch_of(SeatIndex seat) const {
    const StretchIndex index = stretch_of_[seat.value];
    return index == kNoStretch ? std::nullopt : std::optional{index};
}

std::optional<SeatIndex> Seating::companion_of(SeatIndex seat) const {
    const auto found = companion_of_.find(seat);
    return found == companion_of_.end() ? std::nullopt : std::optional{found->second};
}

}  // namespace onsale::seat
