#include "adapter/server/demo/demo_event.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale::server {
namespace {

class DemoEvent : public ::testing::Test {
  protected:
    const seat::Hall* hall(std::string_view performance) {
        const auto id = test.engine->state().halls().find(event(), performance);
        return id ? &test.engine->state().halls().find(*id)->seats : nullptr;
    }

    waiting_room::EventId event() { return test.engine->room().find("demo")->id(); }

    test::TestEngine test;
};

TEST_F(DemoEvent, HasTwoHallsAndPricesForEveryGrade) {
    make_demo_event(*test.engine, {});
    furnish_demo_event(*test.engine);
    ASSERT_NE(hall("day-1"), nullptr);
    EXPECT_EQ(hall("day-1")->seating().size(), 500u);
    ASSERT_NE(hall("day-2"), nullptr);
    EXPECT_EQ(hall("day-2")->seating().size(), 10'000u);
    EXPECT_NE(test.engine->state().orders().terms(event()), nullptr);
}

TEST_F(DemoEvent, IsFurnishedOnce) {
    make_demo_event(*test.engine, {});
    furnish_demo_event(*test.engine);
    const auto row = test.engine->journal().last_seq();
    furnish_demo_event(*test.engine);
    EXPECT_EQ(test.engine->journal().last_seq(), row);
}

TEST_F(DemoEvent, OfAnOperatorIsLeftAlone) {
    auto settings = test::open_sale(10);
    settings->key = "demo";
    settings->performances = {{"day-1", "", test::kOpening}};
    const embedded::Command create = waiting_room::command::CreateEvent{settings};
    test.engine->run({&create, 1}, true);
    furnish_demo_event(*test.engine);
    EXPECT_EQ(hall("day-1"), nullptr);
}

TEST_F(DemoEvent, HasALineToWaitInWithACrowd) {
    make_demo_event(*test.engine, {}, 300);
    const auto& rules = test.engine->room().find("demo")->settings().rules;
    EXPECT_EQ(rules.admit_per_second, 2);
    EXPECT_EQ(rules.max_active, 100);
}

TEST_F(DemoEvent, WithACrowdKeepsWhatTheOperatorConfigured) {
    waiting_room::LineRules usual;
    usual.max_active = 7;
    make_demo_event(*test.engine, usual, 300);
    EXPECT_EQ(test.engine->room().find("demo")->settings().rules.max_active, 7);
}

TEST_F(DemoEvent, GetsALineToWaitInWhenTheCrowdComesLater) {
    make_demo_event(*test.engine, {});
    make_demo_event(*test.engine, {}, 300);
    EXPECT_EQ(test.engine->room().find("demo")->settings().rules.admit_per_second, 2);
}

TEST_F(DemoEvent, KeepsItsOwnPaceWhenTheCrowdComesLater) {
    waiting_room::LineRules before;
    before.admit_per_second = 5;
    make_demo_event(*test.engine, before);
    make_demo_event(*test.engine, {}, 300);
    EXPECT_EQ(test.engine->room().find("demo")->settings().rules.admit_per_second, 5);
}

}  // namespace
}  // namespace onsale::server
