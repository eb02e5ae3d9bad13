#include "sale/app/brake/brake_driver.hpp"

#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

namespace onsale::sale {
namespace {

using waiting_room::EventId;
using waiting_room::EventSettings;
namespace pay = payment::fact;

constexpr Instant kTestStart = instant_from_ms(1'800'000'000'000);

struct ManualClock final : TimeSource {
    Instant wall() const override { return kTestStart + passed; }
    Duration steady() const override { return passed; }
    Duration passed{0};
};

// Implements only the brake. It is set as requested, unless the test makes it fail.
struct TestOffice final : Handles<TestOffice, SaleOffice> {
    template <class Command>
    Call<Command> handle(Command) {
        co_return fail(OfficeRefusal{OfficeError::kUnavailable});
    }
    Call<command::SetBrake> handle(command::SetBrake set) {
        asked.push_back(set.per_second);
        if (broken) co_return fail(OfficeRefusal{OfficeError::kUnavailable});
        lines.apply({set.event, waiting_room::fact::AdmissionBraked{set.per_second}}, kTestStart);
        co_return 0u;
    }

    waiting_room::RoomView& lines;
    std::vector<std::uint32_t> asked{};
    bool broken = false;

    explicit TestOffice(waiting_room::RoomView& of) : lines(of) {}
};

class BrakeDriverTest : public ::testing::Test {
  protected:
    BrakeDriverTest() {
        auto settings = std::make_shared<EventSettings>();
        settings->rules.admit_per_second = 100;
        settings->key = "show";
        apply(waiting_room::fact::EventCreated{settings});
        apply(waiting_room::fact::LifecycleChanged{waiting_room::Lifecycle::kOpen});
        use(AdmissionMode::kBrake);
    }

    void apply(waiting_room::FactBody body) { lines.apply({kEvent, std::move(body)}, kTestStart); }
    void use(AdmissionMode mode) {
        auto settings = std::make_shared<SaleSettings>();
        settings->admission = mode;
        sale.apply(fact::SettingsSet{kEvent, settings});
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
        figures.apply(payment::Fact{order, {}, std::move(body)}, clock.now());
    }
    void look(Duration later = std::chrono::seconds{1}) {
        time.passed += later;
        driver.every_second();
        io.restart();
        io.run();
    }
    std::uint32_t brake() const { return lines.find(kEvent)->brake(); }

    static constexpr EventId kEvent{1};
    boost::asio::io_context io;
    ManualClock time;
    SaleClock clock{time, kTestStart};
    waiting_room::RoomView lines;
    SaleView sale;
    SaleFigures figures;
    TestOffice office{lines};
    std::vector<std::string> reports;
    BrakeDriver driver{
        {io, clock, lines, sale, figures, office, [this](const BrakeDriver::Change& change) {
             reports.push_back(
                 change.event + (change.done ? " braked from " : " not braked from ") +
                 std::to_string(change.before) + " to " + std::to_string(change.per_second));
         }}};
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
    use(AdmissionMode::kByHand);
    answer(40, false);
    look();
    EXPECT_TRUE(office.asked.empty());
}

TEST_F(BrakeDriverTest, SwitchedOffItLetsGo) {
    answer(40, false);
    look();
    ASSERT_EQ(brake(), 1u);
    use(AdmissionMode::kByHand);
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
    apply(waiting_room::fact::AdmissionBraked{8});
    look();
    EXPECT_EQ(brake(), 8u);
    look(std::chrono::seconds{31});
    EXPECT_EQ(brake(), 8u);
    answer(10, true);
    look();
    EXPECT_EQ(brake(), 16u);
}

TEST_F(BrakeDriverTest, AFailedStepIsTriedAgain) {
    answer(40, false);
    office.broken = true;
    look();
    EXPECT_EQ(brake(), 0u);
    office.broken = false;
    look();
    EXPECT_EQ(brake(), 1u);
    EXPECT_EQ(reports,
              (std::vector<std::string>{"show not braked from 0 to 1", "show braked from 0 to 1"}));
}

}  // namespace
}  // namespace onsale::sale
