#include "seat/codec/plan_json.hpp"

#include <set>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include "codec/json_text.hpp"
#include "codec/object_reader.hpp"

namespace onsale::seat {
namespace {

namespace json = boost::json;

constexpr std::string_view kFormat = "onsale-hall/1";
// Enough for 300,000 seats of 200 bytes each.
constexpr std::size_t kTextBytesMax = 64 * 1024 * 1024;
// Seven levels are in use: plan, sections, a section, rows, a row, seats and a seat.
constexpr std::size_t kDepthMax = 8;

void put_text(json::object& object, std::string_view name, const std::string& value) {
    if (!value.empty()) object[name] = value;
}

void put_flag(json::object& object, std::string_view name, bool value) {
    if (value) object[name] = true;
}

// Forward declarations for list_of().
json::object members_of(const Row& row);
json::object members_of(const StandingArea& area);
json::object members_of(const Section& section);

template <class Item>
json::array list_of(const std::vector<Item>& items) {
    json::array list;
    for (const Item& item : items)
        list.push_back(members_of(item));
    return list;
}

json::object members_of(const Grade& grade) {
    json::object object{{"id", grade.id}};
    put_text(object, "name", grade.name);
    put_text(object, "color", grade.color);
    return object;
}

// A row has the grade of its seats; a seat has its own only if it differs.
json::object members_of(const Seat& seat, const std::string& row_grade) {
    json::object object{{"id", seat.id}};
    put_text(object, "label", seat.label);
    if (seat.grade != row_grade) object["grade"] = seat.grade;
    object["x"] = seat.at.x;
    object["y"] = seat.at.y;
    put_flag(object, "accessible", seat.accessible);
    put_text(object, "companionOf", seat.companion_of);
    put_flag(object, "restrictedView", seat.restricted_view);
    put_flag(object, "aisleAfter", seat.aisle_after);
    return object;
}

json::object members_of(const Row& row) {
    json::object object;
    put_text(object, "label", row.label);
    if (row.rank != 0) object["rank"] = row.rank;
    const std::string grade = row.seats.empty() ? std::string{} : row.seats.front().grade;
    put_text(object, "grade", grade);
    json::array seats;
    for (const Seat& seat : row.seats)
        seats.push_back(members_of(seat, grade));
    object["seats"] = std::move(seats);
    return object;
}

json::object members_of(const StandingArea& area) {
    json::object object{{"id", area.id}};
    put_text(object, "name", area.name);
    object["grade"] = area.grade;
    object["x"] = area.at.x;
    object["y"] = area.at.y;
    object["quantity"] = area.quantity;
    return object;
}

json::object head_of(const Section& section) {
    json::object object{{"id", section.id}};
    put_text(object, "name", section.name);
    return object;
}

json::object head_of(const HallPlan& plan) {
    json::object object{{"format", kFormat}, {"name", plan.name}};
    put_text(object, "image", plan.image);
    object["grades"] = json::array{};
    for (const Grade& grade : plan.grades)
        object["grades"].as_array().push_back(members_of(grade));
    return object;
}

json::object members_of(const Section& section) {
    json::object object = head_of(section);
    if (!section.rows.empty()) object["rows"] = list_of(section.rows);
    if (!section.areas.empty()) object["areas"] = list_of(section.areas);
    return object;
}

// Serializes an object without the closing brace, so that more members can be appended.
std::string open_object(const json::object& object) {
    std::string text = json::serialize(object);
    text.pop_back();
    return text;
}

template <class Item>
std::string lines_of(std::string_view name, const std::vector<Item>& items) {
    if (items.empty()) return {};
    std::string text = fmt::format(",\"{}\":[", name);
    std::string_view comma;
    for (const Item& item : items) {
        text += fmt::format("{}\n  {}", comma, json::serialize(members_of(item)));
        comma = ",";
    }
    return text + "]";
}

constexpr codec::Dialect kPlanFile{.unknown = "is not known here",
                                   .problems_max = kMistakesMax,
                                   .json_pointers = true,
                                   .takes_fractions = true};

using codec::ObjectReader;

void read(ObjectReader& in, Grade& grade) {
    in.required("id", grade.id);
    in.field("name", grade.name);
    in.field("color", grade.color);
}

void read(ObjectReader& in, Seat& seat) {
    in.required("id", seat.id);
    in.field("label", seat.label);
    in.field("grade", seat.grade);
    in.required("x", seat.at.x);
    in.required("y", seat.at.y);
    in.field("accessible", seat.accessible);
    in.field("companionOf", seat.companion_of);
    in.field("restrictedView", seat.restricted_view);
    in.field("aisleAfter", seat.aisle_after);
}

void read(ObjectReader& in, Row& row) {
    std::string grade;
    in.field("label", row.label);
    in.field("rank", row.rank);
    in.field("grade", grade);
    in.require("seats");
    in.each("seats", [&](ObjectReader& item) {
        row.seats.emplace_back().grade = grade;
        read(item, row.seats.back());
    });
}

void read(ObjectReader& in, StandingArea& area) {
    in.required("id", area.id);
    in.field("name", area.name);
    in.required("grade", area.grade);
    in.required("x", area.at.x);
    in.required("y", area.at.y);
    in.required("quantity", area.quantity);
}

void read(ObjectReader& in, Section& section) {
    in.required("id", section.id);
    in.field("name", section.name);
    in.each("rows", [&](ObjectReader& item) { read(item, section.rows.emplace_back()); });
    in.each("areas", [&](ObjectReader& item) { read(item, section.areas.emplace_back()); });
}

void read(ObjectReader& in, HallPlan& plan) {
    std::string format;
    in.required("format", format);
    if (!format.empty() && format != kFormat)
        in.refuse("format", fmt::format("must be \"{}\"", kFormat));
    in.required("name", plan.name);
    in.field("image", plan.image);
    in.require("grades");
    in.each("grades", [&](ObjectReader& item) { read(item, plan.grades.emplace_back()); });
    in.require("sections");
    in.each("sections", [&](ObjectReader& item) { read(item, plan.sections.emplace_back()); });
}

}  // namespace

json::object to_json(const HallPlan& plan) {
    json::object object = head_of(plan);
    object["sections"] = list_of(plan.sections);
    return object;
}

std::string to_text(const HallPlan& plan) {
    std::string text = open_object(head_of(plan)) + ",\"sections\":[";
    std::string_view comma;
    for (const Section& section : plan.sections) {
        text += fmt::format("{}\n {}{}{}}}", comma, open_object(head_of(section)),
                            lines_of("rows", section.rows), lines_of("areas", section.areas));
        comma = ",";
    }
    return text + "]}\n";
}

Result<HallPlan, PlanMistakes> plan_from_json(const json::value& value) {
    HallPlan plan;
    ObjectReader reader{value, kPlanFile};
    read(reader, plan);
    PlanMistakes mistakes;
    // A value that could not be read is empty; do not report its emptiness as a second mistake.
    std::set<std::string> places;
    for (codec::Problem& problem : reader.problems()) {
        places.insert(problem.field);
        mistakes.push_back({std::move(problem.field), std::move(problem.message)});
    }
    for (PlanMistake& mistake : check(plan))
        if (mistakes.size() < kMistakesMax && !places.contains(mistake.place))
            mistakes.push_back(std::move(mistake));
    if (!mistakes.empty()) return fail(std::move(mistakes));
    return plan;
}

Result<HallPlan, PlanMistakes> plan_from_text(std::string_view text) {
    if (text.size() > kTextBytesMax)
        return fail(PlanMistakes{{"", "the file is larger than 64 MiB"}});
    const auto value = codec::parse_text(text, kDepthMax);
    if (value) return plan_from_json(*value);
    const codec::BadJson& bad = value.error();
    return fail(PlanMistakes{
        {"", bad.repeated ? bad.sentence()
                          : fmt::format("not JSON at byte {}: {}", bad.byte, bad.message)}});
}

}  // namespace onsale::seat
