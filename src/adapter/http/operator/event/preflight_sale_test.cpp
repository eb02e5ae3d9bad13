#include "adapter/http/operator/event/preflight_sale.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::http {
namespace {

using operate::PreflightCheck;
using sale::SaleLevers;
using sale::TestSale;
using sale::TestShop;

// The offer of an event; the defaults are a complete offer.
struct With {
    std::vector<Provider> providers = {{.id = TestSale::kProvider, .word = "demo"}};
    Seller seller{.name = "Example Tickets"};
    bool demo = false;
    std::vector<waiting_room::Phase> phases{};
    std::vector<std::string> performances = {"fri"};
    std::string redirect_to{};
};

std::vector<PreflightCheck> sale_checks(const TestSale& shop, const With& with = {},
                                        waiting_room::EventId event = TestSale::kEvent) {
    waiting_room::EventSettings settings = shop.line().settings();
    settings.demo = with.demo;
    settings.phases = with.phases;
    settings.redirect_to = with.redirect_to;
    settings.performances.clear();
    for (const std::string& id : with.performances)
        settings.performances.push_back({id, "", TestSale::kFridayStarts});
    return check_sale({event, settings, shop.view(), with.providers, with.seller});
}

// The codes of the checks, with '?' before warnings and '!' before failures.
std::string sale_codes(const std::vector<PreflightCheck>& checks) {
    std::string codes;
    for (const PreflightCheck& check : checks)
        codes += (codes.empty() ? "" : " ") +
                 std::string{check.ok        ? ""
                             : check.warning ? "?"
                                             : "!"} +
                 std::string{check.detail.code()};
    return codes;
}

// With a ticket limit.
TestShop limited_shop() {
    TestShop shop;
    sale::SaleSettings settings;
    settings.seats_per_guest = 4;
    shop.add(sale::fact::SettingsSet{TestSale::kEvent,
                                     std::make_shared<const sale::SaleSettings>(settings)});
    return shop;
}

std::string sale_text(const TestSale& shop, std::string_view name) {
    const auto checks = sale_checks(shop);
    const auto found = std::ranges::find(checks, name, &PreflightCheck::name);
    return found == checks.end() ? "no such check" : format_english(found->detail);
}

// A hall with the same seats, but the first one has its own grade.
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

TEST(PreflightOfASale, IsGoWithPricesSeatsAProviderASellerAndALimit) {
    const TestShop shop = limited_shop();
    EXPECT_EQ(
        sale_codes(sale_checks(shop)),
        "halls_set prices_set seats_free providers_ready seller_named tickets_limited sale_runs");
    EXPECT_EQ(sale_text(shop, "seats"), "10 are free, 0 are reserved by the house");
}

TEST(PreflightOfASale, IsNoGoWithoutPrices) {
    EXPECT_TRUE(
        sale_codes(sale_checks(TestSale{})).starts_with("halls_set !prices_none seats_free "));
}

TEST(PreflightOfASale, IsNoGoWithoutAUsableProvider) {
    const TestShop shop = limited_shop();
    const auto code_of = [&](const With& with) {
        const auto checks = sale_checks(shop, with);
        return sale_codes({*std::ranges::find(checks, "providers", &PreflightCheck::name)});
    };
    const Provider demo_pay{.id = TestSale::kProvider, .word = "demo", .demo_only = true};
    EXPECT_EQ(code_of({.providers = {}}), "!no_way_to_pay");
    EXPECT_EQ(code_of({.providers = {demo_pay}}), "!no_way_to_pay");
    EXPECT_EQ(code_of({.providers = {demo_pay}, .demo = true}), "providers_ready");
}

TEST(PreflightOfASale, IsNoGoWithoutASellerAndALimitExceptOfADemonstration) {
    const TestShop shop;
    EXPECT_EQ(sale_codes(sale_checks(shop, {.seller = {}})),
              "halls_set prices_set seats_free providers_ready !seller_missing !tickets_unlimited "
              "sale_runs");
    EXPECT_EQ(sale_codes(sale_checks(shop, {.seller = {}, .demo = true})),
              "halls_set prices_set seats_free providers_ready demo_exempt demo_exempt sale_runs");
}

TEST(PreflightOfASale, WarnsWhenNoLimitCountsOutsidePhases) {
    waiting_room::Phase fans;
    fans.seats_per_guest = 2;
    const auto code_of = [](const TestShop& shop, const With& with) {
        const auto checks = sale_checks(shop, with);
        return sale_codes({*std::ranges::find(checks, "tickets", &PreflightCheck::name)});
    };
    const TestShop shop;
    EXPECT_EQ(code_of(shop, {.phases = {fans}}), "?tickets_limited_by_phases");
    EXPECT_EQ(code_of(shop, {.phases = {fans, {}}}), "!tickets_unlimited");
    EXPECT_EQ(code_of(shop, {.demo = true, .phases = {fans}}), "demo_exempt");
    EXPECT_EQ(code_of(limited_shop(), {.phases = {fans}}), "tickets_limited");
}

TEST(PreflightOfASale, IsNoGoForAGradeOfALaterHallThatHasNoPrice) {
    TestShop shop;
    ASSERT_TRUE(shop.run(hall_with_grade("VIP")).has_value());
    EXPECT_TRUE(sale_codes(sale_checks(shop, {.performances = {"fri", "sun"}}))
                    .starts_with("halls_set !price_missing seats_free "));
    EXPECT_EQ(sale_text(shop, "prices"),
              "grade VIP of sun has no price, so its seats cannot be bought");
}

// Earlier versions took any three letters.
TEST(PreflightOfASale, IsNoGoForACurrencyThatThereIsNot) {
    TestShop shop = limited_shop();
    payment::Terms terms = TestSale::terms();
    terms.prices.currency = *payment::parse_currency("KWR");
    ASSERT_TRUE(shop.set_terms(terms)) << "stored terms stay readable";
    EXPECT_TRUE(
        sale_codes(sale_checks(shop)).starts_with("halls_set !currency_unknown seats_free "));
    EXPECT_TRUE(sale_text(shop, "prices").starts_with("KWR is no currency"));
}

TEST(PreflightOfASale, WarnsOfEveryLeverAndNamesWhatItStops) {
    TestShop shop = limited_shop();
    SaleLevers levers;
    levers.holds_stopped = true;
    levers.sections_stopped = {"S"};
    levers.providers_stopped = {TestSale::kProvider};
    ASSERT_TRUE(shop.set(levers).has_value());
    // With two providers, one is still available.
    const With two{.providers = {{.id = TestSale::kProvider, .word = "demo"},
                                 {.id = {TestSale::kProvider.value + 1}, .word = "other"}}};
    EXPECT_EQ(sale_codes(sale_checks(shop, two)),
              "halls_set prices_set seats_free ?providers_stopped seller_named tickets_limited "
              "?holds_stopped ?sections_stopped");
    EXPECT_EQ(sale_text(shop, "sections"), "new holds are stopped in S");
    EXPECT_EQ(sale_text(shop, "providers"), "new payments are stopped with demo");
}

TEST(PreflightOfASale, IsNoGoWhenEveryProviderIsStopped) {
    TestShop shop = limited_shop();
    SaleLevers levers;
    levers.providers_stopped = {TestSale::kProvider};
    ASSERT_TRUE(shop.set(levers).has_value());
    EXPECT_EQ(sale_codes(sale_checks(shop)),
              "halls_set prices_set seats_free !providers_stopped seller_named tickets_limited "
              "sale_runs");
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
    EXPECT_TRUE(
        sale_codes(sale_checks(shop)).starts_with("halls_set prices_set ?seats_none_free "));
    EXPECT_EQ(sale_text(shop, "seats"), "no seat is free, 10 are reserved by the house");
}

TEST(PreflightOfASale, IsNoGoForPerformancesWithoutAHallBesideOneThatHasIt) {
    const TestShop shop = limited_shop();
    const With three{.performances = {"fri", "sat", "sun"}};
    const auto checks = sale_checks(shop, three);
    EXPECT_EQ(sale_codes(checks),
              "!halls_missing prices_set seats_free providers_ready seller_named tickets_limited "
              "sale_runs");
    EXPECT_EQ(operate::format_english(checks.front().detail),
              "sat, sun cannot be sold: onsale hall import EVENT PERFORMANCE FILE");
}

TEST(PreflightOfASale, IsNoGoForAHallWhosePerformanceAnEditHasRemoved) {
    const TestShop shop = limited_shop();
    const auto checks = sale_checks(shop, {.performances = {}});
    EXPECT_EQ(sale_codes(checks),
              "!halls_left_over prices_set seats_free providers_ready seller_named "
              "tickets_limited sale_runs");
    EXPECT_TRUE(format_english(checks.front().detail).starts_with("fri have seats"));
    EXPECT_TRUE(sale_codes(sale_checks(shop, {.performances = {"friday"}}))
                    .starts_with("!halls_left_over "));
}

constexpr waiting_room::EventId kWithoutHall{TestSale::kEvent.value + 1};

TEST(PreflightOfASale, IsGreenWithoutAHallOnlyInFrontOfAnotherSite) {
    const TestSale shop;
    const auto codes = [&](const With& with) {
        return sale_codes(sale_checks(shop, with, kWithoutHall));
    };
    EXPECT_EQ(codes({.performances = {}, .redirect_to = "/seats"}), "sale_elsewhere");
    EXPECT_EQ(codes({.performances = {}}), "?sale_leads_nowhere");
    EXPECT_EQ(codes({.performances = {"fri"}, .redirect_to = "/seats"}), "?sale_without_hall");
}

TEST(PreflightOfASale, WarnsOfPricesWithoutAHall) {
    sale::SaleView prices;
    prices.apply(payment::Fact{
        {},
        {},
        payment::fact::TermsSet{{kWithoutHall.value},
                                std::make_shared<const payment::Terms>(payment::Terms{})}});
    waiting_room::EventSettings settings;
    settings.redirect_to = "/seats";
    EXPECT_EQ(sale_codes(check_sale({kWithoutHall, settings, prices, {}, {}})),
              "?sale_without_hall");
}

}  // namespace
}  // namespace onsale::http
