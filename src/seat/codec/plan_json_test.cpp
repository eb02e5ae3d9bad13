#include "seat/codec/plan_json.hpp"

#include <fstream>
#include <iterator>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "seat/codec/made_hall.hpp"

namespace onsale::seat {
namespace {

constexpr std::string_view kSmall = R"({
  "format": "onsale-hall/1", "name": "Small", "image": "small.svg",
  "grades": [{"id": "R", "name": "Royal", "color": "#aa0000"}, {"id": "S"}],
  "sections": [{"id": "1", "name": "Ground", "rows": [
    {"label": "A", "rank": 3, "grade": "R", "seats": [
      {"id": "1-A-1", "label": "1", "x": -50, "y": 0, "accessible": true},
      {"id": "1-A-2", "x": 0, "y": 0, "companionOf": "1-A-1", "aisleAfter": true},
      {"id": "1-A-3", "x": 50, "y": 0, "grade": "S", "restrictedView": true}]}],
    "areas": [{"id": "FL", "name": "Floor", "grade": "S", "x": 0, "y": 200, "quantity": 7}]}]})";

std::vector<std::string> places(std::string_view text) {
    std::vector<std::string> found;
    const auto plan = plan_from_text(text);
    if (!plan)
        for (const PlanMistake& mistake : plan.error())
            found.push_back(mistake.place);
    return found;
}

std::string changed(std::string_view what, std::string_view with) {
    std::string text{kSmall};
    return text.replace(text.find(what), what.size(), with);
}

using Places = std::vector<std::string>;

// The example uses every member, so the schema must contain all of them.
void expect_members(const boost::json::object& schema, const boost::json::value& example) {
    const auto& properties = schema.at("properties").as_object();
    for (const auto& member : example.as_object())
        EXPECT_TRUE(properties.contains(member.key())) << member.key();
}

}  // namespace

TEST(PlanJson, EveryMemberIsRead) {
    const HallPlan plan = plan_from_text(kSmall).value();
    EXPECT_EQ(plan.image, "small.svg");
    EXPECT_EQ(plan.grades[0].color, "#aa0000");
    const Row& row = plan.sections[0].rows[0];
    EXPECT_EQ(row.rank, 3u);
    EXPECT_EQ(row.seats[0].at, (Point{-50, 0}));
    EXPECT_TRUE(row.seats[0].accessible);
    EXPECT_EQ(row.seats[1].companion_of, "1-A-1");
    EXPECT_TRUE(row.seats[1].aisle_after);
    EXPECT_EQ(row.seats[1].grade, "R");
    EXPECT_EQ(row.seats[2].grade, "S");
    EXPECT_TRUE(row.seats[2].restricted_view);
    EXPECT_EQ(plan.sections[0].areas[0].quantity, 7u);
}

TEST(PlanJson, WhatIsWrittenIsReadBack) {
    const HallPlan plan = plan_from_text(kSmall).value();
    EXPECT_EQ(plan_from_json(to_json(plan)).value(), plan);
    EXPECT_EQ(plan_from_text(to_text(plan)).value(), plan);
    EXPECT_EQ(boost::json::parse(to_text(plan)), boost::json::value(to_json(plan)));
}

TEST(PlanJson, AMistakeIsNamedByItsPlace) {
    EXPECT_EQ(places(changed("\"x\": 50", "\"x\": \"left\"")),
              Places{"/sections/0/rows/0/seats/2/x"});
    EXPECT_EQ(places(changed("\"quantity\": 7", "\"quantity\": -7")),
              Places{"/sections/0/areas/0/quantity"});
    EXPECT_EQ(places(changed("\"rank\"", "\"ra/nk\"")), Places{"/sections/0/rows/0/ra~1nk"});
    EXPECT_EQ(places(changed("\"label\": \"1\"", "\"label\": 1")),
              Places{"/sections/0/rows/0/seats/0/label"});
    EXPECT_EQ(places(changed("hall/1", "hall/2")), Places{"/format"});
}

TEST(PlanJson, MistakesOfTheFileAndOfTheHallAreToldTogether) {
    std::string text = changed("\"id\": \"1-A-2\", ", "");
    text.replace(text.find("\"1-A-1\", \"aisle"), 7, "\"1-A-9\"");
    EXPECT_EQ(places(text),
              (Places{"/sections/0/rows/0/seats/1/id", "/sections/0/rows/0/seats/1/companionOf"}));
}

TEST(PlanJson, WhatIsMissingIsNamed) {
    EXPECT_EQ(places("{}"), (Places{"/format", "/name", "/grades", "/sections"}));
    EXPECT_EQ(places("[]"), (Places{"", "/name", "/sections", "/grades"}));
}

TEST(PlanJson, TextThatIsNotJsonIsRefusedWithTheByte) {
    const auto plan = plan_from_text("{\"name\": oops}");
    ASSERT_FALSE(plan);
    EXPECT_NE(plan.error()[0].message.find("at byte 9"), std::string::npos)
        << plan.error()[0].message;
    EXPECT_FALSE(plan_from_text(std::string{kSmall} + "x"));
    EXPECT_FALSE(plan_from_text(""));
    EXPECT_FALSE(plan_from_text(std::string(100, '[')));
}

TEST(PlanJson, ANameThatStandsTwiceIsRefused) {
    std::string twice{kSmall};
    twice.insert(twice.find('{') + 1, R"("name":"Other",)");
    const auto plan = plan_from_text(twice);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error()[0].message, "\"name\" occurs twice in one object");
}

TEST(PlanJson, TheSchemaKnowsEveryMember) {
    std::ifstream file{ONSALE_SOURCE_DIR "/docs/format/hall.schema.json"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    const boost::json::value schema = boost::json::parse(text);
    const auto& parts = schema.at("$defs").as_object();
    const boost::json::value plan = boost::json::parse(kSmall);
    expect_members(schema.as_object(), plan);
    expect_members(parts.at("grade").as_object(), plan.at_pointer("/grades/0"));
    expect_members(parts.at("section").as_object(), plan.at_pointer("/sections/0"));
    expect_members(parts.at("row").as_object(), plan.at_pointer("/sections/0/rows/0"));
    for (const auto& seat : plan.at_pointer("/sections/0/rows/0/seats").as_array())
        expect_members(parts.at("seat").as_object(), seat);
    expect_members(parts.at("area").as_object(), plan.at_pointer("/sections/0/areas/0"));
}

class MadeHall : public testing::TestWithParam<std::pair<const char*, std::uint64_t>> {};

TEST_P(MadeHall, HasItsSizeAndNoMistakes) {
    const auto& [word, size] = GetParam();
    const HallPlan plan = make_hall(hall_kind(word).value());
    EXPECT_EQ(size_of(plan), size);
    EXPECT_EQ(check(plan), PlanMistakes{});
    EXPECT_EQ(plan_from_text(to_text(plan)).value(), plan);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MadeHall,
                         testing::Values(std::pair{"theatre", 500}, std::pair{"arena", 10'000},
                                         std::pair{"stadium", 50'000}));

TEST(MadeHallShape, RowsAreCurved) {
    const HallPlan plan = make_hall(HallKind::kTheatre);
    const Row& row = plan.sections[0].rows[0];
    EXPECT_GT(row.seats[10].at.y, row.seats[0].at.y);
}

TEST(MadeHallShape, AnUnknownKindIsNone) {
    EXPECT_EQ(hall_kind("barn"), std::nullopt);
}

}  // namespace onsale::seat
