#include "adapter/http/admin_preflight_sale.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "sale/domain/test_sale.hpp"

namespace onsale::http {
namespace {

using sale::SaleLevers;
using sale::TestSale;
using sale::TestShop;

std::vector<PreflightCheck> sale_checks(const TestSale& shop,
                                        waiting_room::EventId event = TestSale::kEvent) {
    const sale::ProviderNames names{[](payment::ProviderId) { return std::string{"demo"}; }, {}};
    return check_sale(shop.view(), event, names);
}

// Their codes, with a '!' before those of a no-go.
std::string sale_codes(const std::vector<PreflightCheck>& checks) {
    std::string codes;
    for (const PreflightCheck& check : checks)
        codes += (codes.empty() ? "" : " ") + std::string{check.ok ? "" : "!"} +
                 std::string{check.detail.code};
    return codes;
}

std::string sale_text(const TestSale& shop, std::string_view name) {
    const auto checks = sale_checks(shop);
    const auto found = std::ranges::find(checks, name, &PreflightCheck::name);
    return found == checks.end() ? "no such check" : found->detail.text;
}

// A hall of the same seats, of which the first has a grade of its own.
sale::command::OpenHall hall_with_grade(const std::string& grade) {
    seat::HallPlan plan = *TestSale::plan();
    plan.grades.push_back({grade, grade, ""});
    plan.sections[0].rows[0].seats[0].grade = grade;
    auto seating = std::make_shared<const seat::Seating>(plan);
    return {TestSale::kEvent,
            "sun",
            std::make_shared<const seat::HallPlan>(std::move(plan)),
            {},
            std::move(seating)};
}

TEST(PreflightOfASale, IsGoWithPricesAndFreeSeats) {
    const TestShop shop;
    EXPECT_EQ(sale_codes(sale_checks(shop)), "prices_set seats_free sale_runs");
    EXPECT_EQ(sale_text(shop, "seats"), "10 are free, 0 are kept for the house");
}

TEST(PreflightOfASale, IsNoGoWithoutPrices) {
    EXPECT_EQ(sale_codes(sale_checks(TestSale{})), "!prices_none seats_free sale_runs");
}

TEST(PreflightOfASale, IsNoGoForAGradeOfALaterHallThatHasNoPrice) {
    TestShop shop;
    ASSERT_TRUE(shop.run(hall_with_grade("VIP")).has_value());
    EXPECT_EQ(sale_codes(sale_checks(shop)), "!price_missing seats_free sale_runs");
    EXPECT_EQ(sale_text(shop, "prices"),
              "grade VIP of sun has none, so its seats cannot be paid for");
}

TEST(PreflightOfASale, WarnsOfEveryLeverAndNamesWhatItStops) {
    TestShop shop;
    SaleLevers levers;
    levers.holds_stopped = true;
    levers.sections_stopped = {"S"};
    levers.providers_stopped = {TestSale::kProvider};
    ASSERT_TRUE(shop.set(levers).has_value());
    EXPECT_EQ(sale_codes(sale_checks(shop)),
              "prices_set seats_free holds_stopped sections_stopped providers_stopped");
    EXPECT_EQ(sale_text(shop, "sections"), "warning: nobody can take seats of S");
    EXPECT_EQ(sale_text(shop, "providers"), "warning: no payment begins with demo");
}

TEST(PreflightOfASale, NamesTheFirstOfManyStoppedSections) {
    TestShop shop;
    auto levers = std::make_shared<SaleLevers>();
    for (int i = 1; i <= 21; ++i)
        levers->sections_stopped.push_back("S" + std::to_string(i));
    shop.add(sale::fact::LeversSet{TestSale::kEvent, levers});
    EXPECT_TRUE(sale_text(shop, "sections").ends_with(", S19, S20, ..."))
        << sale_text(shop, "sections");
}

TEST(PreflightOfASale, WarnsWhenTheHouseKeepsEverySeat) {
    TestShop shop;
    sale::command::BlockSeats block{TestSale::kEvent, "fri", {}, "house", "promoter"};
    for (int i = 1; i <= 10; ++i)
        block.seats.push_back("A-" + std::to_string(i));
    ASSERT_TRUE(shop.run(block).has_value());
    EXPECT_EQ(sale_codes(sale_checks(shop)), "prices_set seats_none_free sale_runs");
    EXPECT_EQ(sale_text(shop, "seats"), "warning: none is free, 10 are kept for the house");
}

TEST(PreflightOfASale, HasOneLineForAnEventWithoutAHall) {
    const TestSale shop;
    EXPECT_EQ(sale_codes(sale_checks(shop, {TestSale::kEvent.value + 1})), "sale_elsewhere");
}

}  // namespace
}  // namespace onsale::http
