#include "seat/codec/plan_json.hpp"

#include <set>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/error.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <fmt/format.h>

#include "base/json_keys.hpp"
#include "seat/codec/object_reader.hpp"

namespace onsale::seat {
namespace {

namespace json = boost::json;
using Need = ObjectReader::Need;

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

class PlanReader {
  public:
    HallPlan read(const json::value& value) {
        HallPlan plan;
        std::string format;
        ObjectReader in{value, "", mistakes};
        in.read("format", format, Need::kRequired);
        if (!format.empty() && format != kFormat)
            mistakes.push_back({"/format", fmt::format("must be \"{}\"", kFormat)});
        in.read("name", plan.name, Need::kRequired);
        in.read("image", plan.image);
        in.read_list("grades", Need::kRequired, [&](const json::value& item, std::string place) {
            read(item, std::move(place), plan.grades.emplace_back());
        });
        in.read_list("sections", Need::kRequired, [&](const json::value& item, std::string place) {
            read(item, std::move(place), plan.sections.emplace_back());
        });
        in.finish();
        return plan;
    }

    PlanMistakes mistakes;

  private:
    void read(const json::value& value, std::string place, Grade& grade) {
        ObjectReader in{value, std::move(place), mistakes};
        in.read("id", grade.id, Need::kRequired);
        in.read("name", grade.name);
        in.read("color", grade.color);
        in.finish();
    }
    void read(const json::value& value, std::string place, Section& section) {
        ObjectReader in{value, std::move(place), mistakes};
        in.read("id", section.id, Need::kRequired);
        in.read("name", section.name);
        in.read_list("rows", Need::kOptional, [&](const json::value& item, std::string at) {
            read(item, std::move(at), section.rows.emplace_back());
        });
        in.read_list("areas", Need::kOptional, [&](const json::value& item, std::string at) {
            read(item, std::move(at), section.areas.emplace_back());
        });
        in.finish();
    }
    void read(const json::value& value, std::string place, Row& row) {
        ObjectReader in{value, std::move(place), mistakes};
        std::string grade;
        in.read("label", row.label);
        in.read("rank", row.rank);
        in.read("grade", grade);
        in.read_list("seats", Need::kRequired, [&](const json::value& item, std::string at) {
            row.seats.emplace_back().grade = grade;
            read(item, std::move(at), row.seats.back());
        });
        in.finish();
    }
    void read(const json::value& value, std::string place, Seat& seat) {
        ObjectReader in{value, std::move(place), mistakes};
        in.read("id", seat.id, Need::kRequired);
        in.read("label", seat.label);
        in.read("grade", seat.grade);
        in.read("x", seat.at.x, Need::kRequired);
        in.read("y", seat.at.y, Need::kRequired);
        in.read("accessible", seat.accessible);
        in.read("companionOf", seat.companion_of);
        in.read("restrictedView", seat.restricted_view);
        in.read("aisleAfter", seat.aisle_after);
        in.finish();
    }
    void read(const json::value& value, std::string place, StandingArea& area) {
        ObjectReader in{value, std::move(place), mistakes};
        in.read("id", area.id, Need::kRequired);
        in.read("name", area.name);
        in.read("grade", area.grade, Need::kRequired);
        in.read("x", area.at.x, Need::kRequired);
        in.read("y", area.at.y, Need::kRequired);
        in.read("quantity", area.quantity, Need::kRequired);
        in.finish();
    }
};

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
    PlanReader reader;
    HallPlan plan = reader.read(value);
    // A value that could not be read is empty; do not report its emptiness as a second mistake.
    std::set<std::string> places;
    for (const PlanMistake& mistake : reader.mistakes)
        places.insert(mistake.place);
    for (PlanMistake& mistake : check(plan))
        if (reader.mistakes.size() < kMistakesMax && !places.contains(mistake.place))
            reader.mistakes.push_back(std::move(mistake));
    if (!reader.mistakes.empty()) return fail(std::move(reader.mistakes));
    return plan;
}

Result<HallPlan, PlanMistakes> plan_from_text(std::string_view text) {
    if (text.size() > kTextBytesMax)
        return fail(PlanMistakes{{"", "the file is larger than 64 MiB"}});
    json::error_code error;
    json::parse_options options;
    options.max_depth = kDepthMax;
    json::stream_parser parser{{}, options};
    const std::size_t read = parser.write_some(text.data(), text.size(), error);
    if (!error) parser.finish(error);
    if (!error && text.find_first_not_of(" \t\r\n", read) != text.npos)
        error = json::make_error_code(json::error::extra_data);
    if (error)
        return fail(
            PlanMistakes{{"", fmt::format("not JSON at byte {}: {}", read, error.message())}});
    if (const auto name = repeated_key(text))
        return fail(PlanMistakes{{"", fmt::format("\"{}\" stands twice in one object", *name)}});
    return plan_from_json(parser.release());
}

}  // namespace onsale::seat
