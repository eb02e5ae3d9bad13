#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.hpp"

namespace onsale::seat {

// A seat's dense index in plan order, from 0. A unit of a standing area has one too: for the rules
// of ownership it is a seat like any other. People and URLs use the public id, a short string.
using SeatIndex = Id<struct SeatTag, std::uint32_t>;

// Three of the largest stadiums on earth.
constexpr std::uint32_t kSeatsMax = 300'000;
constexpr std::size_t kGradesMax = 64;
constexpr std::size_t kSectionsMax = 2'000;
// Longer rows are benches without numbers: a standing area says that better.
constexpr std::size_t kRowSeatsMax = 400;
constexpr std::size_t kCompanionsMax = 4;
constexpr std::size_t kIdBytesMax = 32;
constexpr std::size_t kNameMax = 200;  // Characters.

// A unit of a standing area has the area's id, a hyphen and up to six digits.
constexpr std::size_t kSeatIdBytesMax = kIdBytesMax + 7;

// The form of ids in a plan: A-Z, a-z, 0-9, '-', '_' and '.', at least one of them.
bool is_id(std::string_view text, std::size_t size_max = kIdBytesMax);

// Places on the plan in centimetres, x to the right and y away from the stage's edge.
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
    std::string companion_of = {};  // The accessible seat that this one comes with, or empty.
    bool restricted_view = false;
    bool aisle_after = false;  // The next seat of the row is across an aisle.

    friend bool operator==(const Seat&, const Seat&) = default;
};

struct Row {
    std::string label;
    std::uint32_t rank = 0;  // Goodness for "best available", 0 is best; equals go by plan order.
    std::vector<Seat> seats;

    friend bool operator==(const Row&, const Row&) = default;
};

// Interchangeable units, each with an id of its own: "FLOOR-1" to "FLOOR-800".
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

// The file a hall is made from: docs/format/hall.md.
struct HallPlan {
    std::string name;
    std::string image;  // Name of an uploaded picture, or empty.
    std::vector<Grade> grades;
    std::vector<Section> sections;

    friend bool operator==(const HallPlan&, const HallPlan&) = default;
};

struct PlanMistake {
    std::string place;  // As a JSON pointer into the file: "/sections/0/rows/3/seats/12/id".
    std::string message;

    friend bool operator==(const PlanMistake&, const PlanMistake&) = default;
};

// A list of mistakes ends here: whoever has more gets the rest after mending these.
constexpr std::size_t kMistakesMax = 1'000;

// Every mistake in plan order; none means that a Seating can be made of it.
std::vector<PlanMistake> check(const HallPlan& plan);

// Seats and standing units together.
std::uint64_t size_of(const HallPlan& plan);

std::string unit_id(const StandingArea& area, std::uint32_t unit);

}  // namespace onsale::seat
