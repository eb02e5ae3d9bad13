#include "main/serve_demo.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_engine.hpp"

namespace onsale {
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
    EXPECT_NE(test.engine->state().orders().terms(sale::order_event(event())), nullptr);
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

}  // namespace
}  // namespace onsale
