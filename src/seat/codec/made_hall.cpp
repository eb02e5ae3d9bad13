#include "seat/codec/made_hall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace onsale::seat {
namespace {

constexpr double kSeatWidth = 55;  // Centimetres, including the armrest.
constexpr double kRowDepth = 90;
// Ranks: a section next to the middle ranks behind it. One row further back ranks like six sections
// further out.
constexpr std::uint32_t kRanksPerRow = 6;
constexpr std::uint32_t kRanksPerTier = 1'000;

std::string row_label(int row) {
    return std::string(1, static_cast<char>('A' + row));
}

Point on_arc(double radius_x, double radius_y, double angle) {
    return {static_cast<std::int32_t>(std::lround(radius_x * std::sin(angle))),
            static_cast<std::int32_t>(std::lround(radius_y * std::cos(angle)))};
}

// Makes wheelchair places at both ends of a row, each with the adjacent seat as companion.
void make_ends_accessible(Row& row) {
    const std::size_t last = row.seats.size() - 1;
    for (const auto& [end, beside] :
         {std::pair{std::size_t{0}, std::size_t{1}}, {last, last - 1}}) {
        row.seats[end].accessible = true;
        row.seats[beside].companion_of = row.seats[end].id;
    }
}

// Theatre: rows are arcs around the stage, seats are numbered from the left, two aisles.
struct Floor {
    std::string id;
    std::string name;
    double first_radius;
    std::vector<int> row_sizes;
    std::uint32_t first_rank;
    std::vector<std::string> grades;  // One per row; the last one applies to all further rows.
};

Row theatre_row(const Floor& floor, int number) {
    const auto index = static_cast<std::size_t>(number);
    const int size = floor.row_sizes[index];
    const double radius = floor.first_radius + number * kRowDepth;
    const std::string& grade = floor.grades[std::min(index, floor.grades.size() - 1)];
    Row row{row_label(number), floor.first_rank + static_cast<std::uint32_t>(number), {}};
    for (int seat = 0; seat < size; ++seat) {
        const double angle = (seat - (size - 1) / 2.0) * kSeatWidth / radius;
        const std::string label = std::to_string(seat + 1);
        row.seats.push_back({.id = fmt::format("{}-{}-{}", floor.id, row.label, label),
                             .label = label,
                             .grade = grade,
                             .at = on_arc(radius, radius, angle)});
    }
    const std::size_t side = static_cast<std::size_t>(size) / 4;
    row.seats[side - 1].aisle_after = true;
    row.seats[row.seats.size() - side - 1].aisle_after = true;
    return row;
}

Section theatre_floor(const Floor& floor) {
    Section section{floor.id, floor.name, {}, {}};
    for (int number = 0; number < static_cast<int>(floor.row_sizes.size()); ++number)
        section.rows.push_back(theatre_row(floor, number));
    return section;
}

HallPlan theatre() {
    HallPlan plan{"Theatre", "", {}, {}};
    plan.grades = {{"VIP", "VIP", "#b5179e"},
                   {"R", "R", "#7209b7"},
                   {"S", "S", "#4361ee"},
                   {"A", "A", "#4cc9f0"}};
    // 306 seats in the stalls, 194 in the balcony.
    plan.sections.push_back(
        theatre_floor({"F1",
                       "Stalls",
                       800,
                       {20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
                       0,
                       {"VIP", "VIP", "VIP", "VIP", "R", "R", "R", "R", "R", "S"}}));
    plan.sections.push_back(theatre_floor({"F2",
                                           "Balcony",
                                           2'000,
                                           {24, 25, 27, 28, 29, 30, 31},
                                           kRanksPerTier,
                                           {"S", "S", "S", "A"}}));
    make_ends_accessible(plan.sections[0].rows.back());
    // The rail of the balcony restricts the view at the outer ends of its first row.
    Row& rail = plan.sections[1].rows.front();
    rail.seats.front().restricted_view = true;
    rail.seats.back().restricted_view = true;
    return plan;
}

// A ring of sections around the field with a gap at the stage.
struct Tier {
    int number;
    std::string name;
    int sections;
    int rows;
    int row_size;  // Average; rows get longer towards the back.
    double radius_x;
    double radius_y;
    std::vector<std::string> grades;  // From the front; each applies to an equal share of the rows.
};

// Rows are shorter in front and longer behind; the total equals that of rows of equal size.
int ring_row_size(const Tier& tier, int row) {
    constexpr int kRowsPerSeat = 5;
    return tier.row_size + (2 * row - (tier.rows - 1)) / (2 * kRowsPerSeat);
}

struct Sector {
    double begin;
    double end;
};

Sector sector_of(const Tier& tier, int section) {
    constexpr double kOpening = std::numbers::pi / 3;  // The gap for the stage.
    // Share of a section's angle that is left between two sections.
    constexpr double kGangway = 0.12;
    const double whole = 2 * std::numbers::pi - kOpening;
    const double each = whole / tier.sections;
    const double begin = -whole / 2 + section * each;
    return {begin + each * kGangway / 2, begin + each * (1 - kGangway / 2)};
}

Row ring_row(const Tier& tier, const std::string& section_id, int section, int number) {
    const int from_middle = std::abs(2 * section - (tier.sections - 1)) / 2;
    const Sector sector = sector_of(tier, section);
    const int size = ring_row_size(tier, number);
    const auto grade =
        static_cast<std::size_t>(number) * tier.grades.size() / static_cast<std::size_t>(tier.rows);
    const auto rank = static_cast<std::uint32_t>(from_middle) +
                      kRanksPerRow * static_cast<std::uint32_t>(number) +
                      kRanksPerTier * static_cast<std::uint32_t>(tier.number);
    Row row{row_label(number), rank, {}};
    for (int seat = 0; seat < size; ++seat) {
        const double angle = sector.begin + (sector.end - sector.begin) * (seat + 0.5) / size;
        const std::string label = std::to_string(seat + 1);
        row.seats.push_back({.id = fmt::format("{}-{}-{}", section_id, row.label, label),
                             .label = label,
                             .grade = tier.grades[grade],
                             .at = on_arc(tier.radius_x + number * kRowDepth,
                                          tier.radius_y + number * kRowDepth, angle)});
    }
    return row;
}

void add_tier(HallPlan& plan, const Tier& tier) {
    for (int section = 0; section < tier.sections; ++section) {
        const std::string id = std::to_string(tier.number * 100 + section + 1);
        Section made{id, fmt::format("{} {}", tier.name, id), {}, {}};
        for (int row = 0; row < tier.rows; ++row)
            made.rows.push_back(ring_row(tier, id, section, row));
        // The step-free entrance is behind the last row of the lowest tier.
        if (tier.number == 1) make_ends_accessible(made.rows.back());
        plan.sections.push_back(std::move(made));
    }
}

HallPlan arena() {
    HallPlan plan{"Arena", "", {}, {}};
    plan.grades = {{"FLOOR", "Standing", "#f72585"},
                   {"R", "R", "#7209b7"},
                   {"S", "S", "#4361ee"},
                   {"A", "A", "#4cc9f0"}};
    plan.sections.push_back(
        {"FLOOR",
         "Floor",
         {},
         {{"FA", "Floor A", "FLOOR", {0, 300}, 500}, {"FB", "Floor B", "FLOOR", {0, 1'200}, 500}}});
    add_tier(plan, {1, "Lower", 20, 10, 18, 2'800, 3'600, {"R", "S"}});
    add_tier(plan, {2, "Upper", 24, 15, 15, 4'000, 4'800, {"S", "A", "A"}});
    return plan;
}

HallPlan stadium() {
    HallPlan plan{"Stadium", "", {}, {}};
    plan.grades = {{"FLOOR", "Standing", "#f72585"},
                   {"VIP", "VIP", "#b5179e"},
                   {"R", "R", "#7209b7"},
                   {"S", "S", "#4361ee"},
                   {"A", "A", "#4cc9f0"},
                   {"B", "B", "#90e0ef"}};
    plan.sections.push_back({"FLOOR",
                             "Pitch",
                             {},
                             {{"FA", "Pitch A", "FLOOR", {0, 1'000}, 600},
                              {"FB", "Pitch B", "FLOOR", {0, 3'000}, 600}}});
    add_tier(plan, {1, "Lower", 36, 20, 20, 6'000, 7'500, {"VIP", "R", "R", "R"}});
    add_tier(plan, {2, "Middle", 36, 20, 20, 8'200, 9'700, {"R", "S", "S", "S"}});
    add_tier(plan, {3, "Upper", 40, 25, 20, 10'400, 11'900, {"A", "A", "B"}});
    return plan;
}

}  // namespace

std::optional<HallKind> hall_kind(std::string_view word) {
    if (word == "theatre") return HallKind::kTheatre;
    if (word == "arena") return HallKind::kArena;
    if (word == "stadium") return HallKind::kStadium;
    return std::nullopt;
}

HallPlan make_hall(HallKind kind) {
    switch (kind) {
        case HallKind::kTheatre:
            return theatre();
        case HallKind::kArena:
            return arena();
        case HallKind::kStadium:
            break;
    }
    return stadium();
}

}  // namespace onsale::seat
