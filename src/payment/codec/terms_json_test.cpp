#include "payment/codec/terms_json.hpp"

#include <fstream>
#include <iterator>
#include <utility>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "payment/codec/default_terms.hpp"

namespace onsale::payment {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kSmall = R"({
  "prices": {"currency": "KRW",
    "grades": [{"grade": "VIP", "types": [{"name": "adult", "amount": 154000},
                                          {"name": "youth", "amount": 120000}]},
               {"grade": "R", "types": [{"name": "regular", "amount": 99000}]}],
    "fees": [{"name": "booking", "per": "seat", "amount": 2000},
             {"name": "delivery", "per": "order", "amount": 3200}]},
  "refunds": {"rows": [{"daysBefore": 10, "keepPermille": 100, "atMost": 4000},
                       {"daysBefore": 1, "keepPermille": 300}],
              "freeWithin": "24h", "freeUntilDays": 2},
  "rules": {"attemptsMax": 5, "payingCap": "10m", "declineGrace": "4m", "answerWithin": "60s"}})";

std::string changed(std::string_view what, std::string_view with) {
    std::string text{kSmall};
    const auto at = text.find(what);
    EXPECT_NE(at, text.npos) << what;
    return text.replace(at, what.size(), with);
}

Result<Terms, TermsProblem> terms_from_text(std::string_view text) {
    return terms_from_json(boost::json::parse(text));
}

// The path of the problem, or "(fine)".
std::string field(const std::string& text) {
    const auto terms = terms_from_text(text);
    return terms ? "(fine)" : terms.error().field;
}

bool is_unfit(const std::string& text) {
    const auto terms = terms_from_text(text);
    return !terms && terms.error().unfit;
}

std::string source_file(const std::string& path) {
    std::ifstream file{ONSALE_SOURCE_DIR "/" + path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// The example uses every member, so the schema must contain exactly these.
void expect_members(const boost::json::value& schema, const boost::json::value& example) {
    const auto& properties = schema.at("properties").as_object();
    EXPECT_EQ(properties.size(), example.as_object().size());
    for (const auto& member : example.as_object())
        EXPECT_TRUE(properties.contains(member.key())) << member.key();
}

// The reader reports each required member as missing, and no other.
void expect_required(const boost::json::value& schema, const std::string& pointer) {
    const boost::json::value example = boost::json::parse(kSmall);
    const auto& required = schema.at("required").as_array();
    for (const auto& member : example.at_pointer(pointer).as_object()) {
        boost::json::value without = example;
        without.at_pointer(pointer).as_object().erase(member.key());
        const bool needed = std::ranges::find(required, member.key()) != required.end();
        EXPECT_EQ(terms_from_json(without).has_value(), !needed) << pointer << member.key();
    }
}

}  // namespace

// The API description can reject a wrong form. Only the sale can reject an unusable value.
TEST(TermsJson, TellsAWrongFormFromAValueThatCannotBeUsed) {
    EXPECT_FALSE(is_unfit(changed(R"("10m")", R"("ten minutes")")));
    EXPECT_TRUE(is_unfit(changed(R"("10m")", R"("999d")")));
    EXPECT_FALSE(is_unfit(changed(R"("attemptsMax": 5)", R"("attemptsMax": 50)")));
}

TEST(TermsJson, NamesAreCountedInCharacters) {
    std::string name;
    for (int i = 0; i < 200; ++i)
        name += "청";
    EXPECT_EQ(field(changed("\"youth\"", '"' + name + '"')), "(fine)");
    EXPECT_NE(field(changed("\"youth\"", '"' + name + "청\"")), "(fine)");
}

TEST(TermsJson, EveryMemberIsRead) {
    const Terms terms = terms_from_text(kSmall).value();
    const Terms expected{
        {kWon,
         {{"VIP", {{"adult", 154'000}, {"youth", 120'000}}}, {"R", {{"regular", 99'000}}}},
         {{"booking", FeePer::kSeat, 2'000}, {"delivery", FeePer::kOrder, 3'200}}},
        {{{10, 100, 4'000}, {1, 300, 0}}, 24h, 2},
        {5, 10min, 4min, 60s}};
    EXPECT_EQ(terms, expected);
}

TEST(TermsJson, WhatIsWrittenIsReadBack) {
    const Terms terms = terms_from_text(kSmall).value();
    EXPECT_EQ(terms_from_json(to_json(terms)).value(), terms);
    EXPECT_EQ(to_json(terms).at("refunds").at("freeWithin"), "1d");
    EXPECT_EQ(to_json(terms).at("prices").at("currency"), "KRW");
}

TEST(TermsJson, FeesLimitsAndPayRulesHaveDefaults) {
    const Terms terms = terms_from_text(R"({"prices": {"currency": "EUR",
             "grades": [{"grade": "A", "types": [{"name": "adult", "amount": 1}]}]},
             "refunds": {"rows": [], "freeWithin": "0", "freeUntilDays": 0}})")
                            .value();
    EXPECT_EQ(terms.rules, PayRules{});
    EXPECT_TRUE(terms.prices.fees.empty());
}

TEST(TermsJson, AProblemIsNamedByItsPath) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {changed("120000", "-1"), "prices.grades[0].types[1].amount"},
        {changed("99000", "\"99000\""), "prices.grades[1].types[0].amount"},
        {changed("99000", "99000.5"), "prices.grades[1].types[0].amount"},
        {changed("99000", "99000.0"), "prices.grades[1].types[0].amount"},
        {changed("99000", "1000000000001"), "prices.grades[1].types[0].amount"},
        {changed("\"name\": \"youth\", ", ""), "prices.grades[0].types[1].name"},
        {changed("\"youth\"", "\"\""), "prices.grades[0].types[1].name"},
        {changed("\"youth\"", "\"a\\u0000b\""), "prices.grades[0].types[1].name"},
        {changed("\"youth\"", "\"" + std::string(201, 'x') + "\""),
         "prices.grades[0].types[1].name"},
        {changed("\"KRW\"", "\"krw\""), "prices.currency"},
        {changed("\"KRW\"", "410"), "prices.currency"},
        {changed("\"seat\"", "\"guest\""), "prices.fees[0].per"},
        {changed("\"per\"", "\"pro\""), "prices.fees[0].per"},
        {changed("\"atMost\"", "\"most\""), "refunds.rows[0].most"},
        {changed("300", "1001"), "refunds.rows[1].keepPermille"},
        {changed("\"daysBefore\": 1,", "\"daysBefore\": -1,"), "refunds.rows[1].daysBefore"},
        {changed("\"24h\"", "24"), "refunds.freeWithin"},
        {changed("\"24h\"", "\"a day\""), "refunds.freeWithin"},
        {changed("\"24h\"", "\"366d\""), "refunds.freeWithin"},
        {changed("\"4m\"", "\"2m\""), "rules.declineGrace"},
        {changed("5,", "0,"), "rules.attemptsMax"},
        {changed("5,", "11,"), "rules.attemptsMax"},
        {changed("\"rules\"", "\"rulez\""), "rulez"},
        {changed("\"60s\"", "null"), "rules.answerWithin"},
        {changed("[{\"name\": \"regular\", \"amount\": 99000}]", "{}"), "prices.grades[1].types"},
        {changed("{\"name\": \"regular\", \"amount\": 99000}", "7"), "prices.grades[1].types[0]"},
        {"[]", ""},
        {"{}", "prices"},
    };
    for (const auto& [text, path] : cases)
        EXPECT_EQ(field(text), path) << text;
}

TEST(TermsJson, ANameIsUsedOnce) {
    EXPECT_EQ(field(changed("\"R\"", "\"VIP\"")), "prices.grades[1].grade");
    EXPECT_EQ(field(changed("\"youth\"", "\"adult\"")), "prices.grades[0].types[1].name");
    EXPECT_EQ(field(changed("\"delivery\"", "\"booking\"")), "prices.fees[1].name");
}

TEST(TermsJson, ACurrencyThatThereIsNotIsUnfit) {
    const std::string mistyped = changed("\"KRW\"", "\"KWR\"");
    EXPECT_EQ(field(mistyped), "prices.currency");
    EXPECT_TRUE(is_unfit(mistyped));
    EXPECT_EQ(field(changed("\"KRW\"", "\"JPY\"")), "(fine)");
}

TEST(TermsJson, TermsThatTheDomainRefusesAreRefused) {
    EXPECT_EQ(field(changed("\"daysBefore\": 1,", "\"daysBefore\": 10,")), "refunds");
    EXPECT_EQ(field(changed("[{\"name\": \"regular\", \"amount\": 99000}]", "[]")), "prices");
}

TEST(TermsJson, ListsHaveLimits) {
    std::string rows = "[";
    for (std::size_t i = 0; i <= kRefundRowsMax; ++i)
        rows += i == 0 ? "{}" : ",{}";
    EXPECT_EQ(field(R"({"prices": {"currency": "KRW", "grades": [{"grade": "A", "types":
                    [{"name": "adult", "amount": 1}]}]}, "refunds": {"rows": )" +
                    rows + "]}}"),
              "refunds.rows");
}

TEST(TermsJson, AValueThatIsNoTermsIsRefused) {
    EXPECT_FALSE(terms_from_text("null"));
    EXPECT_EQ(field(R"({"x": [[[[[[]]]]]]})"), "prices");
}

TEST(TermsJson, TheSchemaKnowsEveryMemberAndWhatIsRequired) {
    const auto schema = boost::json::parse(source_file("docs/format/prices.schema.json"));
    const auto example = boost::json::parse(kSmall);
    const std::vector<std::pair<const char*, const char*>> parts = {
        {"", ""},
        {"/$defs/prices", "/prices"},
        {"/$defs/grade", "/prices/grades/0"},
        {"/$defs/type", "/prices/grades/0/types/0"},
        {"/$defs/fee", "/prices/fees/0"},
        {"/$defs/refunds", "/refunds"},
        {"/$defs/row", "/refunds/rows/0"},
        {"/$defs/rules", "/rules"}};
    for (const auto& [part, pointer] : parts) {
        expect_members(schema.at_pointer(part), example.at_pointer(pointer));
        expect_required(schema.at_pointer(part), pointer);
    }
}

TEST(TermsJson, TheExampleInTheDocsIsTheDefault) {
    const std::string page = source_file("docs/format/prices.md");
    const auto start = page.find("```json\n");
    ASSERT_NE(start, page.npos);
    const std::string_view rest = std::string_view{page}.substr(start + 8);
    const Terms written = terms_from_text(rest.substr(0, rest.find("```"))).value();
    EXPECT_EQ(written, default_terms(written.prices.grades));
}

}  // namespace onsale::payment
