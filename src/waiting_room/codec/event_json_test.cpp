#include "waiting_room/codec/event_json.hpp"

#include <chrono>
#include <string>
#include <tuple>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "base/time_text.hpp"

namespace onsale::waiting_room {
namespace {

using namespace std::chrono_literals;

namespace json = boost::json;

EventSettings concert() {
    EventSettings settings;
    settings.key = "spring-tour";
    settings.title = "Spring Tour";
    settings.artist = "The Larks";
    settings.venue = "Olympic Hall";
    settings.redirect_to = "/seats";
    settings.demo = true;
    settings.published = false;
    settings.identity = Identity::kSite;
    settings.order = OrderPolicy::kLobbyShuffle;
    settings.lobby_opens_at = parse_iso_time("2026-11-15T19:30:00+09:00");
    settings.opens_at = *parse_iso_time("2026-11-15T20:00:00+09:00");
    settings.closes_at = parse_iso_time("2026-11-16T20:00:00+09:00");
    settings.performances = {{"fri", "Friday", *parse_iso_time("2026-12-04T19:00:00+09:00")}};
    settings.phases = {{.id = "club",
                        .title = "Fan club",
                        .from = settings.opens_at,
                        .to = *settings.closes_at,
                        .who = Eligibility::kClaim,
                        .claim_name = "tier",
                        .claim_value = "gold",
                        .seat_share_percent = 30,
                        .seats_per_guest = 2}};
    settings.rules.max_active = 50;
    settings.rules.claim_within = 0s;
    settings.rules.poll_steps = {{100, 1500ms}, {0, 20s}};
    return settings;
}

TEST(EventJson, WhatIsWrittenReadsBackTheSame) {
    const auto read = settings_from_json(to_json(concert()), EventSettings{});
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, concert());
}

TEST(EventJson, SpeaksTheWireWords) {
    const json::object written = to_json(concert());
    EXPECT_EQ(written.at("identity"), "site");
    EXPECT_EQ(written.at("order"), "lobby-shuffle");
    EXPECT_EQ(written.at("opensAt"), "2026-11-15T11:00:00.000+00:00");
    EXPECT_EQ(written.at("rules").at("admissionTtl"), "10m");
    EXPECT_EQ(written.at("phases").at(0).at("who"), "claim");
    EXPECT_EQ(written.at("rules").at("pollSteps").at(0).at("every"), "1500ms");
}

TEST(EventJson, LeavesOutTimesThatAreNotSet) {
    EXPECT_FALSE(to_json(EventSettings{}).contains("closesAt"));
}

TEST(EventJson, PatchChangesOnlyWhatItNames) {
    EventSettings expected = concert();
    expected.title = "Autumn Tour";
    expected.rules.max_active = 75;
    const auto patched = settings_from_json(
        json::parse(R"({"title":"Autumn Tour","rules":{"maxActive":75}})"), concert());
    ASSERT_TRUE(patched);
    EXPECT_EQ(*patched, expected);
}

TEST(EventJson, PatchReplacesListsAsAWhole) {
    const auto patched = settings_from_json(
        json::parse(R"({"performances":[{"id":"sat","startsAt":"2026-12-05T19:00:00+09:00"}]})"),
        concert());
    ASSERT_TRUE(patched);
    ASSERT_EQ(patched->performances.size(), 1);
    EXPECT_EQ(patched->performances[0].id, "sat");
    EXPECT_EQ(patched->performances[0].title, "");
}

TEST(EventJson, NullUnsetsAnOptionalTime) {
    const auto patched =
        settings_from_json(json::parse(R"({"closesAt":null,"lobbyOpensAt":null})"), concert());
    ASSERT_TRUE(patched);
    EXPECT_EQ(patched->closes_at, std::nullopt);
    EXPECT_EQ(patched->lobby_opens_at, std::nullopt);
}

struct Refusal {
    std::string patch;
    std::string field;
    std::string message_part;
};

class RefusedSettings : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedSettings, NameTheFieldAndTheForm) {
    const auto read = settings_from_json(json::parse(GetParam().patch), concert());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().field, GetParam().field);
    EXPECT_NE(read.error().message.find(GetParam().message_part), std::string::npos)
        << read.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    EventJson, RefusedSettings,
    testing::Values(
        Refusal{"[]", "", "object"}, Refusal{R"({"titel":"x"})", "titel", "known"},
        Refusal{R"({"title":7})", "title", "text"}, Refusal{R"({"title":null})", "title", "text"},
        Refusal{R"({"demo":"yes"})", "demo", "true or false"},
        Refusal{R"({"identity":"nobody"})", "identity", "visitor, account, site"},
        Refusal{R"({"opensAt":null})", "opensAt", "unset"},
        Refusal{R"({"opensAt":"tomorrow"})", "opensAt", "2026-11-15T20:00:00+09:00"},
        Refusal{R"({"rules":7})", "rules", "object"},
        Refusal{R"({"rules":{"maxActive":-1}})", "rules.maxActive", "whole number"},
        Refusal{R"({"rules":{"maxActive":1.5}})", "rules.maxActive", "whole number"},
        Refusal{R"({"rules":{"maxActive":5.0}})", "rules.maxActive", "whole number"},
        Refusal{R"({"rules":{"maxActive":4294967296}})", "rules.maxActive", "4294967295"},
        Refusal{R"({"rules":{"admissionTtl":600}})", "rules.admissionTtl", "180s"},
        Refusal{R"({"rules":{"max_active":6}})", "rules.max_active", "known"},
        Refusal{R"({"rules":{"pollSteps":[{"positionMax":1,"every":"1s"},{"positionMax":0}]}})",
                "rules.pollSteps[1].every", "missing"},
        Refusal{R"({"rules":{"pollSteps":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}})",
                "rules.pollSteps", "at most 16"},
        Refusal{R"({"phases":[{"id":"a","from":"2026-11-15T20:00:00Z","colour":"red"}]})",
                "phases[0].to", "missing"},
        Refusal{R"({"phases":{}})", "phases", "list"}));

TEST(EventJson, AFailedPatchLeavesNothingBehindInTheBase) {
    const EventSettings base = concert();
    std::ignore = settings_from_json(json::parse(R"({"title":"New","demo":3})"), base);
    EXPECT_EQ(base, concert());
}

TEST(LeversJson, PatchKeepsTheOtherLevers) {
    const Levers base{true, false, "Soon.", ""};
    const auto patched = levers_from_json(json::parse(R"({"admissionStopped":true})"), base);
    ASSERT_TRUE(patched);
    EXPECT_EQ(*patched, (Levers{true, true, "Soon.", ""}));
    EXPECT_EQ(levers_from_json(to_json(*patched), Levers{}), *patched);
}

TEST(ParseJson, RefusesWhatIsTooDeepTooLargeOrBroken) {
    EXPECT_TRUE(parse_json(R"({"rules":{"pollSteps":[{"every":"1s"}]}})"));
    EXPECT_FALSE(parse_json("[[[[[[[[[[1]]]]]]]]]]"));
    EXPECT_FALSE(parse_json(std::string(4 * 1024 * 1024, ' ') + "{}"));
    EXPECT_FALSE(parse_json(R"({"title":"a","title":"b"})"));
    EXPECT_FALSE(parse_json("{"));
    EXPECT_FALSE(parse_json("\"\xff\""));
}

}  // namespace
}  // namespace onsale::waiting_room
