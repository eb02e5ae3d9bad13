#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "seat/domain/plan.hpp"

namespace onsale::seat {

using GradeIndex = std::uint8_t;
using SectionIndex = std::uint16_t;
using StretchIndex = std::uint32_t;

// Adjacent ordinary seats of one row with the same grade and view and no aisle between them. A
// party is seated within one stretch. The seats are `first` to `first + size - 1`. A standing area
// is also one stretch.
struct Stretch {
    SeatIndex first;
    std::uint32_t size = 0;
    GradeIndex grade = 0;
    SectionIndex section = 0;
    bool standing = false;
    std::uint32_t middle = 0;  // The best index of the row, which may lie outside the stretch.
};

// An accessible seat and its companion seats.
struct AccessiblePlace {
    SeatIndex seat;
    GradeIndex grade = 0;
    SectionIndex section = 0;
    std::vector<SeatIndex> companions;
};

// A valid hall plan, indexed by number, so that the rules can look up a seat in constant time. Made
// once and shared by all performances in the hall.
class Seating {
  public:
    // Stretches are ordered from best to worst, as "best available" searches them.
    // REQUIRES: check(plan) finds no mistakes.
    explicit Seating(const HallPlan& plan);

    std::uint32_t size() const { return static_cast<std::uint32_t>(grades_.size()); }
    std::size_t grade_count() const { return grade_ids_.size(); }
    bool has(SeatIndex seat) const { return seat.value < size(); }
    GradeIndex grade(SeatIndex seat) const { return grades_[seat.value]; }
    SectionIndex section(SeatIndex seat) const { return sections_[seat.value]; }
    const std::string& id(SeatIndex seat) const { return ids_[seat.value]; }
    const std::string& grade_id(GradeIndex grade) const { return grade_ids_[grade]; }
    std::optional<SeatIndex> find(std::string_view id) const;
    std::optional<GradeIndex> find_grade(std::string_view id) const;
    std::optional<SectionIndex> find_section(std::string_view id) const;

    std::span<const Stretch> stretches() const { return stretches_; }
    // std::nullopt for accessible seats and companions, which are selected separately.
    std::optional<StretchIndex> stretch_of(SeatIndex seat) const;

    std::span<const AccessiblePlace> accessible_places() const { return accessible_; }
    bool accessible(SeatIndex seat) const { return kind_[seat.value] == Kind::kAccessible; }
    // The accessible seat to which this companion seat belongs.
    std::optional<SeatIndex> companion_of(SeatIndex seat) const;

  private:
    enum class Kind : std::uint8_t { kOrdinary, kAccessible, kCompanion };
    struct RankedStretch;

    void add_row(const Row& row, SectionIndex section, std::vector<RankedStretch>& ranked);
    void add_area(const StandingArea& area, SectionIndex section,
                  std::vector<RankedStretch>& ranked);
    SeatIndex add_seat(std::string id, GradeIndex grade, SectionIndex section, Kind kind);
    void add_accessible_places(const HallPlan& plan);
    void number_stretches(std::vector<RankedStretch> ranked);

    std::vector<std::string> grade_ids_;
    std::vector<std::string> section_ids_;
    std::vector<std::string> ids_;
    std::unordered_map<std::string_view, SeatIndex> by_id_;
    std::vector<GradeIndex> grades_;
    std::vector<SectionIndex> sections_;
    std::vector<Kind> kind_;
    std::vector<StretchIndex> stretch_of_;
    std::vector<Stretch> stretches_;
    std::vector<AccessiblePlace> accessible_;
    std::unordered_map<SeatIndex, SeatIndex> companion_of_;

  public:
    // Not copyable, because by_id_ refers to strings of this object.
    Seating(const Seating&) = delete;
    Seating& operator=(const Seating&) = delete;
};

}  // namespace onsale::seat
