#include "codec/object_reader.hpp"

#include <chrono>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "codec/json_text.hpp"
#include "codec/object_writer.hpp"

namespace onsale::codec {
namespace {

using namespace std::chrono_literals;

enum class Colour : std::uint8_t { kRed, kBlue };
constexpr auto words_of(Colour) {
    return std::to_array<std::string_view>({"red", "blue"});
}

struct Step {
    std::uint16_t count = 7;
    friend bool operator==(const Step&, const Step&) = default;
};
void fields(auto& visit, auto& step)
    requires std::same_as<std::remove_cvref_t<decltype(step)>, Step>
{
    visit.required("count", step.count, NumberRange{1, 9});
}

struct Thing {
    std::string name = "thing";
    Colour colour = Colour::kRed;
    Duration lives = 5s;
    std::optional<Instant> ends;
    Step step;
    std::vector<Step> steps;
    friend bool operator==(const Thing&, const Thing&) = default;
};
void fields(auto& visit, auto& thing)
    requires std::same_as<std::remove_cvref_t<decltype(thing)>, Thing>
{
    visit.field("name", thing.name, Line{5});
    visit.field("colour", thing.colour);
    visit.field("lives", thing.lives, DurationRange{1s, 1min});
    visit.field("ends", thing.ends);
    visit.field("step", thing.step);
    visit.field("steps", thing.steps, AtMost{2});
}

std::string problem_in(std::string_view text) {
    const auto thing = read_record(boost::json::parse(text), Thing{});
    return thing ? "" : thing.error().field + " " + thing.error().message;
}

std::vector<std::string> fields_in(std::string_view text, std::size_t problems_max) {
    const boost::json::value value = boost::json::parse(text);
    ObjectReader reader{value, {.problems_max = problems_max, .json_pointers = true}};
    Thing thing;
    fields(reader, thing);
    std::vector<std::string> found;
    for (const Problem& problem : reader.problems())
        found.push_back(problem.field);
    return found;
}

}  // namespace

TEST(ObjectReader, LeavesWhatIsAbsent) {
    EXPECT_EQ(read_record(boost::json::parse("{}"), Thing{}), Thing{});
}

TEST(ObjectReader, ReadsWhatTheWriterWrites) {
    const Thing thing{"chair", Colour::kBlue, 10s, Instant{1s}, {3}, {{1}, {2}}};
    EXPECT_EQ(read_record(ObjectWriter::of(thing), Thing{}), thing);
    EXPECT_FALSE(ObjectWriter::of(Thing{}).contains("ends"));
}

TEST(ObjectReader, NamesTheFirstProblemByItsPath) {
    EXPECT_EQ(problem_in("7"), " must be an object");
    EXPECT_EQ(problem_in(R"({"colour":"green","step":1})"), "colour must be one of red, blue");
    EXPECT_EQ(problem_in(R"({"step":{}})"), "step.count is missing");
    EXPECT_EQ(problem_in(R"({"steps":[{"count":1},{"count":10}]})"),
              "steps[1].count must be a whole number from 1 to 9");
    EXPECT_EQ(problem_in(R"({"steps":[{"count":1,"x":1}]})"), "steps[0].x is not a known field");
    EXPECT_EQ(problem_in(R"({"steps":[{},{},{}]})"), "steps must be a list of at most 2 objects");
    EXPECT_EQ(problem_in(R"({"lives":"2m"})"), R"(lives must be a duration from "1s" to "1m")");
}

TEST(ObjectReader, CollectsProblemsUpToItsLimit) {
    constexpr std::string_view kText = R"({"name":"","step":{"cou/nt":1},"steps":[7],"a~b":1})";
    EXPECT_EQ(
        fields_in(kText, 10),
        (std::vector<std::string>{"/name", "/step/count", "/step/cou~1nt", "/steps/0", "/a~0b"}));
    EXPECT_EQ(fields_in(kText, 2), (std::vector<std::string>{"/name", "/step/count"}));
}

TEST(ObjectReader, TellsAWrongFormFromAnUnfitValue) {
    const auto unfit = [](std::string_view text) {
        return read_record(boost::json::parse(text), Thing{}).error().unfit;
    };
    EXPECT_TRUE(unfit(R"({"lives":"2m"})"));
    EXPECT_FALSE(unfit(R"({"lives":"long"})"));
}

TEST(ObjectReader, TakesWholeFractionsOnlyWhereTheDialectDoes) {
    const boost::json::value value = boost::json::parse(R"({"count":3.0,"part":3.5})");
    ObjectReader strict{value};
    EXPECT_EQ(strict.get<int>("count"), std::nullopt);
    ObjectReader lenient{value, {.takes_fractions = true}};
    EXPECT_EQ(lenient.get<int>("count"), 3);
    EXPECT_EQ(lenient.get<int>("part"), std::nullopt);
}

TEST(ObjectReader, IgnoresUnknownMembersOnlyWhereTheDialectDoes) {
    const boost::json::value value = boost::json::parse(R"({"count":3,"of":"tomorrow"})");
    ObjectReader strict{value};
    EXPECT_EQ(strict.get<int>("count"), 3);
    EXPECT_EQ(strict.problem()->field, "of");
    ObjectReader lenient{value, {.ignores_unknown = true}};
    EXPECT_EQ(lenient.get<int>("count"), 3);
    EXPECT_EQ(lenient.problem(), std::nullopt);
}

TEST(ObjectReader, ReadsEveryNumberThatFits) {
    const boost::json::value value =
        boost::json::parse(R"({"large":9223372036854775807,"low":-1,"byte":256})");
    EXPECT_EQ(ObjectReader{value}.get<std::uint64_t>("large"), 9'223'372'036'854'775'807u);
    EXPECT_EQ(ObjectReader{value}.get<std::uint64_t>("low"), std::nullopt);
    EXPECT_EQ(ObjectReader{value}.get<std::int64_t>("low"), -1);
    EXPECT_EQ(ObjectReader{value}.get<std::uint8_t>("byte"), std::nullopt);
}

TEST(ObjectReader, ReadsTextsByTheirNames) {
    const auto texts_in = [](std::string_view text) {
        const boost::json::value value = boost::json::parse(text);
        return ObjectReader{value}.get<TextsByName>("types", AtMost{2});
    };
    EXPECT_EQ(texts_in(R"({"types":{"A-1":"adult","A-2":""}})"),
              (TextsByName{{"A-1", "adult"}, {"A-2", ""}}));
    EXPECT_EQ(texts_in(R"({"types":{}})"), TextsByName{});
    EXPECT_EQ(texts_in(R"({"types":{"A-1":7}})"), std::nullopt);
    EXPECT_EQ(texts_in(R"({"types":{"a":"","b":"","c":""}})"), std::nullopt);
    EXPECT_EQ(texts_in(R"({"types":["A-1"]})"), std::nullopt);
    EXPECT_EQ(texts_in("{}"), std::nullopt);
}

TEST(ObjectReader, NullUnsetsOnlyAnOptionalTime) {
    Thing thing;
    thing.ends = Instant{1s};
    EXPECT_EQ(read_record(boost::json::parse(R"({"ends":null})"), thing)->ends, std::nullopt);
    EXPECT_EQ(problem_in(R"({"name":null})"),
              "name must be a text of 1 to 5 characters without control characters");
}

TEST(ParseText, SaysWhereItStopped) {
    EXPECT_EQ(parse_text("{} x", 4).error().message, "extra data");
    EXPECT_EQ(parse_text("{} x", 4).error().byte, 3u);
    EXPECT_EQ(parse_text("[[[[[1]]]]]", 4).error().message, "too deep");
    EXPECT_TRUE(parse_text(" {\"a\":1} \n", 4));
}

TEST(ParseText, NamesARepeatedKey) {
    EXPECT_EQ(parse_text(R"({"a":{"b":1,"b":2}})", 4).error().sentence(),
              "\"b\" occurs twice in one object");
}

}  // namespace onsale::codec
