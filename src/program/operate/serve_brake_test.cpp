#include "program/operate/serve_brake.hpp"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "adapter/http/api/context/test_room.hpp"
#include "token/key/test_keys.hpp"

namespace onsale::program {
namespace {

using http::testing::kTestStart;
using waiting_room::EventId;
using waiting_room::EventSettings;
namespace pay = payment::fact;

struct ManualClock final : TimeSource {
    Instant wall() const override { return kTestStart + passed; }
    Duration steady() const override { return passed; }
    Duration passed{0};
};

// Implements only the brake. It is set as requested, unless the test makes it fail.
struct TestOffice final : sale::SaleOffice {
    using Outcome = boost::asio::awaitable<sale::OfficeOutcome>;

    static Outcome none() { co_return fail(sale::OfficeRefusal{sale::OfficeError::kUnavailable}); }
    Outcome open_hall(sale::command::OpenHall) override { return none(); }
    Outcome set_hall_rules(sale::command::SetHallRules) override { return none(); }
    Outcome block(sale::command::BlockSeats) override { return none(); }
    Outcome unblock(sale::command::UnblockSeats) override { return none(); }
    Outcome release_returned(sale::command::ReleaseReturned) override { return none(); }
    Outcome set_terms(sale::command::SetTerms) override { return none(); }
    Outcome set_settings(sale::command::SetSettings) override { return none(); }
    Outcome set_levers(sale::command::SetLevers) override { return none(); }
    Outcome set_brake(sale::command::SetBrake set) override {
        asked.push_back(set.per_second);
        if (broken) return none();
        room.publish(set.event, {waiting_room::fact::AdmissionBraked{set.per_second}});
        return done();
    }
    static Outcome done() { co_return 0u; }

    http::testing::TestRoom& room;
    std::vector<std::uint32_t> asked{};
    bool broken = false;

    explicit TestOffice(http::testing::TestRoom& of) : room(of) {}
};

class BrakeDriverTest : public ::testing::Test {
  protected:
    BrakeDriverTest() {
        room.context = &context;
        context.sale_office = &office;
        auto settings = std::make_shared<EventSettings>();
        settings->rules.admit_per_second = 100;
        room.publish(kEvent,
                     {waiting_room::fact::EventCreated{settings},
                      waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen}});
        use(sale::AdmissionMode::kBrake);
    }

    void use(sale::AdmissionMode mode) {
        auto settings = std::make_shared<sale::SaleSettings>();
        settings->admission = mode;
        context.sale.apply(sale::fact::SettingsSet{kEvent, settings});
    }
    // The provider answers this number of orders.
    void answer(int count, bool approved) {
        for (int i = 0; i < count; ++i) {
            const payment::OrderId order{++orders};
            record(order, pay::OrderOpened{{kEvent.value}, {1}, {}, {order.value}});
            if (approved)
                record(order, pay::Charged{1, "key", {1'000}});
            else
                record(order, pay::PaymentDeclined{});
        }
    }
    void record(payment::OrderId order, payment::FactBody body) {
        context.figures.apply(payment::Fact{order, {}, std::move(body)}, clock.now());
    }
    void look(Duration later = std::chrono::seconds{1}) {
        time.passed += later;
        driver.every_second();
        io.restart();
        io.run();
    }
    std::uint32_t brake() const { return context.view.find(kEvent)->brake(); }

    static constexpr EventId kEvent{1};
    boost::asio::io_context io;
    ManualClock time;
    SaleClock clock{time, kTestStart};
    http::testing::TestRoom room;
    TestOffice office{room};
    http::LoopViews views;
    http::LoopContext context{.loop = io,
                              .clock = clock,
                              .view = views.line,
                              .sale = views.sale,
                              .buying = views.buying,
                              .lines = room,
                              .office = room,
                              .keys = std::make_shared<const token::Keys>(token::test_keys(1))};
    BrakeDriver driver{context};
    std::uint64_t orders = 0;
};

TEST_F(BrakeDriverTest, FailingPaymentsSlowTheLine) {
    answer(5, true);
    answer(20, false);
    look();
    EXPECT_EQ(brake(), 50u);
    look();
    EXPECT_EQ(office.asked.size(), 1u);
}

TEST_F(BrakeDriverTest, GoodPaymentsLeaveItAlone) {
    answer(30, true);
    look();
    EXPECT_TRUE(office.asked.empty());
}

TEST_F(BrakeDriverTest, WithoutTheModeNothingIsSlowed) {
    use(sale::AdmissionMode::kByHand);
    answer(40, false);
    look();
    EXPECT_TRUE(office.asked.empty());
}

TEST_F(BrakeDriverTest, SwitchedOffItLetsGo) {
    answer(40, false);
    look();
    ASSERT_EQ(brake(), 1u);
    use(sale::AdmissionMode::kByHand);
    look();
    EXPECT_EQ(brake(), 0u);
}

TEST_F(BrakeDriverTest, HealthyPaymentsLetItRiseAndThenOff) {
    answer(5, true);
    answer(20, false);
    look();
    ASSERT_EQ(brake(), 50u);
    look(std::chrono::minutes{5});
    answer(10, true);
    look();
    EXPECT_EQ(brake(), 0u);
}

TEST_F(BrakeDriverTest, ABrakeFoundAtTheStartIsKept) {
    room.publish(kEvent, {waiting_room::fact::AdmissionBraked{8}});
    look();
    EXPECT_EQ(brake(), 8u);
    look(std::chrono::seconds{31});
    EXPECT_EQ(brake(), 8u);
    answer(10, true);
    look();
    EXPECT_EQ(brake(), 16u);
}

TEST_F(BrakeDriverTest, WhatFailedIsTriedAgain) {
    answer(40, false);
    office.broken = true;
    look();
    EXPECT_EQ(brake(), 0u);
    office.broken = false;
    look();
    EXPECT_EQ(brake(), 1u);
}

}  // namespace
}  // namespace onsale::program
