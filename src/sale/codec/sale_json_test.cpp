#include "sale/codec/sale_json.hpp"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

boost::json::value parsed(std::string_view text) {
    return boost::json::parse(text);
}

const ProviderNames kNames{
    [](payment::ProviderId id) { return std::string{id.value == 1 ? "demo" : "other"}; },
    [](std::string_view name) {
        return name == "demo" ? std::optional{payment::ProviderId{1}} : std::nullopt;
    }};

Result<SaleLevers, SaleProblem> levers_of(std::string_view text, const SaleLevers& base = {}) {
    return levers_from_json(parsed(text), base, kNames);
}

TEST(SaleJson, SettingsSurviveTheWayThere) {
    SaleSettings settings;
    settings.seats_per_guest = 4;
    settings.seats_per_performance = 2;
    settings.more_purchases = true;
    settings.returns = ReturnPolicy::kAtRandom;
    settings.return_window = 2h;
    settings.left_shown = LeftShown::kRough;
    settings.public_map = true;
    settings.admission = AdmissionMode::kBrake;
    EXPECT_EQ(settings_from_json(to_json(settings), {}), settings);
}

TEST(SaleJson, LeversSurviveTheWayThere) {
    const SaleLevers levers{true, {"F1", "F2"}, {{1}}, "Hurry", "Thanks"};
    EXPECT_EQ(levers_from_json(to_json(levers, kNames), {}, kNames), levers);
}

TEST(SaleJson, HallRulesSurviveTheWayThere) {
    const seat::HallRules rules{7min, 8min, 9s, 6, 1};
    EXPECT_EQ(hall_rules_from_json(to_json(rules), {}), rules);
}

TEST(SaleJson, AbsentMembersKeepTheirValues) {
    SaleSettings settings;
    settings.seats_per_guest = 4;
    const auto patched = settings_from_json(parsed(R"({"publicMap":true})"), settings);
    ASSERT_TRUE(patched);
    EXPECT_EQ(patched->seats_per_guest, 4u);
    EXPECT_TRUE(patched->public_map);
}

TEST(SaleJson, OneSectionOrProviderIsStoppedByItself) {
    const SaleLevers before{false, {"F1"}, {}, "", ""};
    const auto stopped = levers_of(R"({"stopSection":"F2","stopProvider":"demo"})", before);
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->sections_stopped, (std::vector<std::string>{"F1", "F2"}));
    EXPECT_EQ(stopped->providers_stopped, (std::vector<payment::ProviderId>{{1}}));
    EXPECT_EQ(levers_of(R"({"startSection":"F2","startProvider":"demo"})", *stopped), before);
}

TEST(SaleJson, StoppingTwiceIsStoppingOnce) {
    const SaleLevers before{false, {"F1"}, {{1}}, "", ""};
    EXPECT_EQ(levers_of(R"({"stopSection":"F1","stopProvider":"demo"})", before), before);
}

struct Bad {
    std::string text;
    std::string field;
};

class BadSettings : public ::testing::TestWithParam<Bad> {};
TEST_P(BadSettings, AreRefusedByTheirField) {
    const auto read = settings_from_json(parsed(GetParam().text), {});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().field, GetParam().field);
}
INSTANTIATE_TEST_SUITE_P(SaleJson, BadSettings,
                         ::testing::Values(Bad{"[]", ""},
                                           Bad{R"({"seatsPerGuest":1001})", "seatsPerGuest"},
                                           Bad{R"({"seatsPerGuest":"2"})", "seatsPerGuest"},
                                           Bad{R"({"morePurchases":1})", "morePurchases"},
                                           Bad{R"({"returns":"later"})", "returns"},
                                           Bad{R"({"returnWindow":"15d"})", "returnWindow"},
                                           Bad{R"({"returnWindow":5})", "returnWindow"},
                                           Bad{R"({"colour":1})", "colour"}));

class BadLevers : public ::testing::TestWithParam<Bad> {};
TEST_P(BadLevers, AreRefusedByTheirField) {
    const auto read = levers_of(GetParam().text);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().field, GetParam().field);
}
INSTANTIATE_TEST_SUITE_P(
    SaleJson, BadLevers,
    ::testing::Values(Bad{R"({"sectionsStopped":"F1"})", "sectionsStopped"},
                      Bad{R"({"sectionsStopped":[1]})", "sectionsStopped"},
                      Bad{R"({"providersStopped":["paypay"]})", "providersStopped"},
                      Bad{R"({"stopProvider":"paypay"})", "stopProvider"},
                      Bad{R"({"startProvider":"paypay"})", "startProvider"},
                      Bad{R"({"messagePaid":)" + ('"' + std::string(501, 'x') + '"') + "}",
                          "messagePaid"}));

class BadHallRules : public ::testing::TestWithParam<Bad> {};
TEST_P(BadHallRules, AreRefusedByTheirField) {
    const auto read = hall_rules_from_json(parsed(GetParam().text), {});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().field, GetParam().field);
}
INSTANTIATE_TEST_SUITE_P(SaleJson, BadHallRules,
                         ::testing::Values(Bad{R"({"holdTtl":"0"})", "holdTtl"},
                                           Bad{R"({"holdTtl":"25h"})", "holdTtl"},
                                           Bad{R"({"seatsPerHold":0})", "seatsPerHold"},
                                           Bad{R"({"seatsPerHold":31})", "seatsPerHold"},
                                           Bad{R"({"accessiblePerHold":31})", "accessiblePerHold"},
                                           Bad{R"({"retakeAfter":"2d"})", "retakeAfter"},
                                           Bad{R"({"returnDelayMax":true})", "returnDelayMax"}));

}  // namespace
}  // namespace onsale::sale
