// The courier's thread. Its work is tested with Delivery.
#include "adapter/embedded/outbox/courier.hpp"

#include <future>

#include <gtest/gtest.h>

#include "adapter/embedded/report/test_report.hpp"
#include "tests/support/test_box_office.hpp"

namespace onsale::embedded {
namespace {

using test::TestBoxOffice;

// Only one thread at a time uses the disk, because the writer is never started.
struct Carried : testing::Test {
    void start(CourierConfig config = {}) {
        courier = std::make_unique<Courier>(
            office.storage(), writer,
            std::vector<std::shared_ptr<Consumer>>{std::make_shared<Reports>(
                office.storage(), [](std::string_view, Instant) { return Duration{0}; })},
            config, [](const std::string&) {});
        courier->start();
    }
    // Waits until the courier has done all requested work; it looks around after each.
    void await_a_look() {
        for (int i = 0; i < 2; ++i) {
            std::promise<void> done;
            ASSERT_TRUE(courier->do_work([&](Delivery&) { done.set_value(); }));
            done.get_future().wait();
        }
    }

    TestBoxOffice office;
    bool bought = office.buy(1, {"R-1"});
    Writer writer{*office.engine, {}};
    std::unique_ptr<Courier> courier;
};

TEST_F(Carried, MessagesOfTheWriterArrive) {
    start();
    await_a_look();
    EXPECT_EQ(courier->behind(), 0U);
    courier->stop();
    EXPECT_EQ(whole_report(office.storage()).size(), 2U);
}

TEST_F(Carried, ARebuiltConsumerIsCompleteAfterALook) {
    start();
    await_a_look();
    std::promise<void> begun;
    ASSERT_TRUE(courier->do_work([&](Delivery& delivery) {
        delivery.begin_anew();
        begun.set_value();
    }));
    begun.get_future().wait();
    await_a_look();
    EXPECT_FALSE(courier->rebuilding());
    EXPECT_EQ(courier->behind(), 0U);
    courier->stop();
    EXPECT_EQ(whole_report(office.storage()).size(), 2U);
}

TEST_F(Carried, NoWorkIsTakenAfterTheEnd) {
    start();
    courier->stop();
    EXPECT_FALSE(courier->do_work([](Delivery&) {}));
}

TEST_F(Carried, TheFiguresSayHowFarBehindItIs) {
    ASSERT_TRUE(bought);
    CourierConfig seldom;
    seldom.look_every = std::chrono::hours{1};
    start(seldom);
    EXPECT_EQ(courier->behind(), 4U);
    EXPECT_EQ(courier->dead_letters(), 0U);
}

}  // namespace
}  // namespace onsale::embedded
