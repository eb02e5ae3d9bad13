#include "sale/app/numbers/sale_numbers.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sale/app/numbers/buying_so_far.hpp"

namespace onsale::sale {
namespace {

namespace fact = waiting_room::fact;
using waiting_room::EventId;
using waiting_room::Number;

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);
constexpr std::uint32_t kSecond = 1'800'000'000;
constexpr EventId kEvent{1};

// The past of one event.
struct Past final : operate::LiveNumbers {
    const operate::EventSeries* find(EventId) const override { return empty ? nullptr : &series; }
    const operate::ServerSeries& server() const override { return server_series; }
    const operate::ErrorSeries& errors() const override { return error_series; }
    std::vector<operate::Refused> top_refusals(std::size_t) const override { return {}; }
    std::string_view refused_code(std::size_t) const override { return {}; }

    void add(std::uint32_t second, std::uint32_t admitted, std::uint32_t active) {
        const auto column = [](std::string_view name) {
            return static_cast<std::size_t>(
                std::ranges::find(operate::kEventColumns, name, &operate::LiveColumn::name) -
                operate::kEventColumns.begin());
        };
        operate::EventSeries::Row row{second, 1, {}};
        row.values[column("admitted")] = admitted;
        row.values[column("active")] = active;
        series.add(row);
        empty = false;
    }

    bool empty = true;
    operate::EventSeries series{operate::kEventColumns};
    operate::ServerSeries server_series{operate::kServerColumns};
    operate::ErrorSeries error_series{1};
};

// An open event of ten guests.
class SaleNumbersTest : public ::testing::Test {
  protected:
    SaleNumbersTest() {
        auto settings = std::make_shared<waiting_room::EventSettings>();
        settings->rules.max_active = 50;
        settings->rules.admit_per_second = 7;
        apply(fact::EventCreated{settings});
        apply(fact::LifecycleChanged{waiting_room::Lifecycle::kOpen});
        for (std::uint8_t i = 1; i <= 10; ++i) {
            GuestId guest;
            guest.bytes[0] = i;
            apply(fact::Joined{guest});
        }
    }
    void apply(waiting_room::FactBody body) { view.apply({kEvent, std::move(body)}, kNow); }
    SaleNumbers numbers() {
        const sale::LiveSource now{view, sale, figures};
        return sale_numbers({now, buying, past}, kEvent, kNow);
    }

    waiting_room::RoomView view;
    SaleView sale;
    SaleFigures figures;
    BuyingCounts buying;
    Past past;
};

TEST_F(SaleNumbersTest, AreThoseOfTheLine) {
    apply(fact::Admitted{Number{1}});
    apply(fact::Admitted{Number{2}});
    EXPECT_EQ(numbers().max_active, 50u);
    EXPECT_EQ(numbers().admit_per_second, 7u);
    EXPECT_EQ(numbers().active, 2u);
    EXPECT_EQ(numbers().waiting, 8u);
    EXPECT_FALSE(numbers().seats);
}

TEST_F(SaleNumbersTest, WithoutAPastNobodyHasFinished) {
    EXPECT_EQ(numbers().finished_per_minute, 0u);
}

TEST_F(SaleNumbersTest, AGuestWhoIsNoLongerInsideHasFinished) {
    past.add(kSecond - 61, 9, 9);  // Longer ago than a minute: only its level counts.
    past.add(kSecond - 60, 4, 5);
    past.add(kSecond - 30, 6, 8);
    past.add(kSecond, 1, 3);
    // 5 were inside a minute ago, 7 came after that, and 3 are inside now.
    EXPECT_EQ(numbers().finished_per_minute, 9u);
}

TEST_F(SaleNumbersTest, GuestsWhoNeverCameAreAShareOfTheAdmitted) {
    EXPECT_EQ(numbers().no_show_permille, 0u);
    for (std::uint32_t number = 1; number <= 4; ++number)
        apply(fact::Admitted{Number{number}});
    apply(fact::ClaimMissed{Number{4}});
    EXPECT_EQ(numbers().no_show_permille, 250u);
}

TEST_F(SaleNumbersTest, AnAdmissionThatEndedIsFinished) {
    const Buying begun_before{.inside_at_start = 60, .buyers = 30, .seats_bought = 60};
    const BuyingRates rates = buying_so_far(begun_before, *view.find(kEvent));
    EXPECT_EQ(rates, rates_of({.admissions_finished = 60, .buyers = 30, .seats_bought = 60}));
    apply(fact::Admitted{Number{1}});  // Still inside, so nobody else has finished.
    EXPECT_EQ(buying_so_far(begun_before, *view.find(kEvent)), rates);
}

}  // namespace
}  // namespace onsale::sale
