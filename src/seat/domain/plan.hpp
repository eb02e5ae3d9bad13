#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"

namespace onsale::seat {

using onsale::SeatIndex;

// About three times the size of the largest stadiums.
constexpr std::uint32_t kSeatsMax = 300'000;
constexpr std::size_t kGradesMax = 64;
constexpr std::size_t kSectionsMax = 2'000;
// Longer rows are benches without seat numbers; use a standing area for them.
constexpr std::size_t kRowSeatsMax = 400;
constexpr std::size_t kCompanionsMax = 4;
constexpr std::size_t kIdBytesMax = 32;
constexpr std::size_t kNameMax = 200;  // In characters.

// The id of a unit of a standing area is the area's id, a hyphen and up to six digits.
constexpr std::size_t kSeatIdBytesMax = kIdBytesMax + 7;

// The valid form of ids in a plan: one or more of A-Z, a-z, 0-9, '-', '_' and '.'.
bool is_id(std::string_view text, std::size_t size_max = kIdBytesMax);

// A position on the plan in centimetres; x to the right, y away from the edge of the stage.
struct Point {
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

struct Grade {
    std::string id;
    std::string name;
    std::string color;  // "#rrggbb" on the map, or empty.

    friend bool operator==(const Grade&, const Grade&) = default;
};

struct Seat {
    std::string id;  // Opaque and stable, such as "F1-A-14".
    std::string label;
    std::string grade;
    Point at;
    bool accessible = false;
    // The accessible seat to which this companion seat belongs, or empty.
    std::string companion_of = {};
    bool restricted_view = false;
    bool aisle_after = false;  // An aisle separates this seat from the next one in the row.

    friend bool operator==(const Seat&, const Seat&) = default;
};

struct Row {
    std::string label;
    std::uint32_t rank = 0;  // Order for "best available", 0 is best; equal ranks go by plan order.
    std::vector<Seat> seats;

    friend bool operator==(const Row&, const Row&) = default;
};

// Interchangeable units, each with its own id: "FLOOR-1" to "FLOOR-800".
struct StandingArea {
    std::string id;
    std::string name;
    std::string grade;
    Point at;
    std::uint32_t quantity = 0;

    friend bool operator==(const StandingArea&, const StandingArea&) = default;
};

struct Section {
    std::string id;
    std::string name;
    std::vector<Row> rows;
    std::vector<StandingArea> areas;

    friend bool operator==(const Section&, const Section&) = default;
};

// The content of a hall plan file: docs/format/hall.md.
struct HallPlan {
    std::string name;
    std::string image;  // Name of an uploaded picture, or empty.
    std::vector<Grade> grades;
    std::vector<Section> sections;

    friend bool operator==(const HallPlan&, const HallPlan&) = default;
};

struct PlanMistake {
    std::string place;  // JSON pointer into the file: "/sections/0/rows/3/seats/12/id".
    std::string message;

    friend bool operator==(const PlanMistake&, const PlanMistake&) = default;
};

// Maximum number of reported mistakes. Further ones are reported after these are fixed.
constexpr std::size_t kMistakesMax = 1'000;

// All mistakes in plan order. If there are none, a Seating can be made from the plan.
std::vector<PlanMistake> check(const HallPlan& plan);

// Number of seats and standing units together.
std::uint64_t size_of(const HallPlan& plan);

std::string unit_id(const StandingArea& area, std::uint32_t unit);

}  // namespace onsale::seat
