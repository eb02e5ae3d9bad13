#include "adapter/redis/relay/line_definition.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using namespace waiting_room;

constexpr EventId kEvent{7};

GuestId guest(std::uint8_t name) {
    GuestId id;
    id.bytes.fill(name);
    return id;
}

auto guests(std::size_t count) {
    auto list = std::make_shared<std::vector<GuestId>>();
    for (std::size_t i = 0; i < count; ++i) {
        list->push_back(guest(1));
        list->back().bytes[0] = static_cast<std::uint8_t>(i);
        list->back().bytes[1] = static_cast<std::uint8_t>(i >> 8);
    }
    return list;
}

Line line_with_phase() {
    auto settings = std::make_shared<EventSettings>();
    settings->key = "concert";
    settings->phases.resize(1);
    settings->phases[0].id = "fans";
    settings->phases[0].who = Eligibility::kList;
    return {kEvent, settings};
}

std::vector<std::string_view> scripts(const std::vector<RelayCall>& calls) {
    std::vector<std::string_view> names;
    for (const RelayCall& call : calls)
        names.push_back(call.script);
    return names;
}

using Names = std::vector<std::string_view>;

TEST(LineDefinition, SwitchesAreSetUnderTheChangesNumber) {
    const auto calls =
        calls_for(12, {{kEvent, fact::LifecycleChanged{Lifecycle::kOpen}}}, line_with_phase());
    EXPECT_EQ(scripts(calls), Names{"line_set"});
    EXPECT_EQ(calls[0].arguments[0], "12");
}

TEST(LineDefinition, FactsThatDoNotConcernRedisAreNotSent) {
    const Facts facts{{kEvent, fact::Resumed{}},
                      {kEvent, fact::CodesIssued{"fans", 1, nullptr}},
                      {kEvent, fact::NumbersSkipped{Number{65'536}}}};
    EXPECT_TRUE(calls_for(12, facts, line_with_phase()).empty());
}

TEST(LineDefinition, AListGoesInPagesOfAThousand) {
    const auto calls =
        calls_for(12, {{kEvent, fact::GuestsListed{"fans", guests(2001)}}}, line_with_phase());
    EXPECT_EQ(scripts(calls), (Names{"line_allow", "line_allow", "line_allow"}));
    EXPECT_EQ(calls[0].arguments[1].size(), 16'000u);
    EXPECT_EQ(calls[2].arguments[1].size(), 16u);
}

TEST(LineDefinition, ABarIsTold) {
    const auto calls = calls_for(12, {{kEvent, fact::GuestBarred{guest(9)}}}, line_with_phase());
    EXPECT_EQ(scripts(calls), Names{"line_bar"});
    EXPECT_EQ(calls[0].arguments, (std::vector<std::string>{"1", std::string(16, '\x09')}));
}

TEST(LineDefinition, TheDenyListGoesInPagesAndBack) {
    const auto denied =
        calls_for(12, {{kEvent, fact::GuestsBarred{guests(1001)}}}, line_with_phase());
    EXPECT_EQ(scripts(denied), (Names{"line_bar", "line_bar"}));
    EXPECT_EQ(denied[0].arguments[0], "1");
    EXPECT_EQ(denied[0].arguments[1].size(), 16'000u);
    const auto back = calls_for(13, {{kEvent, fact::GuestsUnbarred{guests(1)}}}, line_with_phase());
    EXPECT_EQ(scripts(back), Names{"line_bar"});
    EXPECT_EQ(back[0].arguments[0], "0");
}

TEST(LineDefinition, AllOfItHasListsAndBars) {
    Line line = line_with_phase();
    line.evolve(fact::GuestsListed{"fans", guests(3)}, {});
    line.evolve(fact::GuestBarred{guest(9)}, {});
    const auto calls = calls_for_all(40, line);
    EXPECT_EQ(scripts(calls), (Names{"line_set", "line_allow", "line_bar"}));
    EXPECT_EQ(calls[0].arguments[0], "40");
}

TEST(LineDefinition, AnOperatorsMoveDiffersFromTheTimeInWhichTheStoreWasDown) {
    const auto calls = calls_for_all(40, line_with_phase(),
                                     {{.change = 38, .by = Duration{60'000}},
                                      {.change = 39, .by = Duration{2000}, .was_down = true}});
    const auto& args = calls[0].arguments;
    const auto moves = std::ranges::find(args, "moves");
    ASSERT_NE(moves, args.end());
    EXPECT_EQ(*std::next(moves), "38 60000\n39 2000 down\n");
}

}  // namespace
}  // namespace onsale::redis
