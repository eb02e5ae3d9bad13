#include "sale/domain/view/sale_view.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"
#include "sale/domain/rule/test_sale_rules.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;
using seat::SeatState;

const HoldView* own_hold(const TestSale& sale, const Buyer& buyer) {
    return sale.view().find(TestSale::kEvent, "fri")->hold(buyer.guest);
}

TEST(SaleView, ShowsAGuestItsOwnHold) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    EXPECT_EQ(own_hold(shop, buyer), nullptr);
    const auto held = shop.select(buyer, {"A-2", "A-1"});
    const HoldView* const hold = own_hold(shop, buyer);
    ASSERT_NE(hold, nullptr);
    EXPECT_EQ(hold->seats, (seat::Seats{{0}, {1}}));
    EXPECT_EQ(hold->deadline, held->seats.deadline);
    EXPECT_FALSE(hold->paying);
    EXPECT_EQ(own_hold(shop, shop.let_in(2)), nullptr);
}

TEST(SaleView, FollowsAHoldThroughSwapPaymentDeclineAndEnd) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    ASSERT_TRUE(shop.select(buyer, {"A-2", "A-3"}));
    EXPECT_EQ(own_hold(shop, buyer)->seats, (seat::Seats{{1}, {2}}));
    const OrderId id = shop.request(buyer)->order;
    EXPECT_TRUE(own_hold(shop, buyer)->paying);
    ASSERT_TRUE(shop.confirm(id));
    shop.pass(9min);
    ASSERT_TRUE(shop.decline(id));
    EXPECT_FALSE(own_hold(shop, buyer)->paying);
    EXPECT_EQ(own_hold(shop, buyer)->deadline, shop.line_now() + 3min);
    ASSERT_TRUE(shop.release(buyer));
    EXPECT_EQ(own_hold(shop, buyer), nullptr);
}

HouseSeats house_seats(const SaleView& view) {
    return view.find(TestSale::kEvent, "fri")->house_seats();
}

TEST(SaleView, KnowsWhyTheHouseKeepsSeatsAndForWhom) {
    TestShop shop;
    const auto block = [&](std::vector<std::string> seats, const char* reason, const char* owner) {
        ASSERT_TRUE(shop.run(
            command::BlockSeats{TestSale::kEvent, "fri", std::move(seats), reason, owner}));
    };
    block({"A-1", "A-2"}, "press", "Kim");
    block({"A-2", "A-3"}, "view", "");
    block({"A-5"}, "press", "Kim");
    const HouseSeats expected{{{"press", "Kim"}, {{0}, {4}}}, {{"view", ""}, {{1}, {2}}}};
    EXPECT_EQ(house_seats(shop.view()), expected);
    EXPECT_EQ(house_seats(SaleView{shop.state()}), expected) << "after a restart";
    ASSERT_TRUE(shop.run(command::UnblockSeats{TestSale::kEvent, "fri", {"A-1", "A-2", "A-3"}}));
    EXPECT_EQ(house_seats(shop.view()), (HouseSeats{{{"press", "Kim"}, {{4}}}}));
}

TEST(SaleView, HasNoHoldOfWhatIsSold) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    shop.paid(buyer, {"A-1"});
    EXPECT_EQ(own_hold(shop, buyer), nullptr);
    EXPECT_EQ(shop.view().counts(TestSale::kEvent)[SeatState::kSold], 1U);
}

TEST(SaleView, GivesEachChangeOfAHoldAnotherVersion) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    std::vector<std::uint64_t> versions;
    const auto note = [&] { versions.push_back(own_hold(shop, buyer)->version); };
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    note();
    ASSERT_TRUE(shop.select(buyer, {"A-2"}));
    note();
    const OrderId id = shop.request(buyer)->order;
    note();
    ASSERT_TRUE(shop.confirm(id));
    ASSERT_TRUE(shop.decline(id));
    note();
    EXPECT_TRUE(std::ranges::is_sorted(versions, std::ranges::less_equal{}));
    ASSERT_TRUE(shop.release(buyer));
    ASSERT_TRUE(shop.select(buyer, {"A-5"}));
    note();
    EXPECT_EQ(std::ranges::adjacent_find(versions, std::ranges::greater_equal{}), versions.end());
}

// A page that got a version before a restart must detect a different hold after it.
TEST(SaleView, RepeatsNoVersionAfterARestart) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    const std::uint64_t told = own_hold(shop, buyer)->version;
    ASSERT_TRUE(shop.select(buyer, {"A-2"}));
    const SaleView restarted{*shop.reloaded()};
    EXPECT_GT(restarted.find(TestSale::kFriday)->hold(buyer.guest)->version, told);
}

HallImage image_of(const HallView& hall, HallId id) {
    const auto states = hall.map().states();
    return {.id = id,
            .performance = hall.performance(),
            .plan = hall.shared_plan(),
            .seating = std::make_shared<const seat::Seating>(hall.plan()),
            .rules = hall.rules(),
            .version = hall.map().version(),
            .states = {states.begin(), states.end()},
            .holds = {},
            .house_seats = hall.house_seats()};
}

TEST(SaleView, ThatStartsAnewShowsTheImageAndGoesOnFromIt) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1", "A-2"}));
    HallImage image = image_of(*shop.view().find(TestSale::kFriday), TestSale::kFriday);
    image.holds[buyer.guest] = *own_hold(shop, buyer);
    SaleView anew;
    anew.start_anew(TestSale::kEvent, {{image}, nullptr, nullptr, nullptr});
    const HallView* const hall = anew.find(TestSale::kEvent, "fri");
    ASSERT_NE(hall, nullptr);
    EXPECT_EQ(difference(hall->hold(buyer.guest), own_hold(shop, buyer)), "");
    EXPECT_EQ(hall->map().version(), 2U);
    EXPECT_EQ(hall->map().changed_since(1), std::nullopt) << "older changes are not known";
    anew.apply(fact::HallChanged{TestSale::kFriday,
                                 seat::fact::SeatsHeld{buyer.guest, {}, {}, {{2}}, {{0}}, {}}});
    EXPECT_EQ(hall->hold(buyer.guest)->seats, (seat::Seats{{1}, {2}}));
    EXPECT_EQ(hall->map().changed_since(2), (seat::Seats{{0}, {2}}));
}

TEST(SaleView, ThatStartsAnewKeepsItsHallsWhereTheyAre) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    SaleView view = SaleView{shop.state()};
    const HallView* const friday = view.find(TestSale::kFriday);
    const HallView* const sunday = view.find(HallId{2});
    HallImage image = image_of(*friday, TestSale::kFriday);
    image.states[0] = SeatState::kSold;
    auto settings = std::make_shared<SaleSettings>();
    settings->seats_per_guest = 3;
    view.start_anew(TestSale::kEvent, {{image}, settings, nullptr, nullptr});
    EXPECT_EQ(view.find(TestSale::kEvent, "fri"), friday);
    EXPECT_EQ(friday->map().counts()[SeatState::kSold], 1U);
    EXPECT_EQ(friday->starts(), 1U);
    EXPECT_EQ(view.find(TestSale::kEvent, "sun"), sunday) << "it is not in the image";
    EXPECT_EQ(view.settings(TestSale::kEvent).seats_per_guest, 3U);
    EXPECT_NE(view.terms(TestSale::kEvent), nullptr) << "what was never set stays";
    EXPECT_EQ(view.counts(TestSale::kEvent)[SeatState::kFree], 19U);
}

TEST(SaleView, KnowsHallsByEventAndPerformance) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    EXPECT_EQ(shop.view().find(TestSale::kEvent, "sun"), shop.view().find(HallId{2}));
    EXPECT_EQ(shop.view().find(TestSale::kEvent, "mon"), nullptr);
    EXPECT_EQ(shop.view().find({2}, "fri"), nullptr);
    EXPECT_TRUE(shop.view().has_halls(TestSale::kEvent));
    EXPECT_FALSE(shop.view().has_halls({2}));
}

TEST(SaleView, CountsOverAllPerformances) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1"}));
    ASSERT_TRUE(shop.select(shop.let_in(2, "sun"), {"A-1", "A-2"}));
    EXPECT_EQ(shop.view().counts(TestSale::kEvent)[SeatState::kHeld], 3U);
    EXPECT_EQ(shop.view().counts(TestSale::kEvent)[SeatState::kFree], 17U);
    EXPECT_EQ(shop.view().counts({9}), seat::StateCounts{});
}

TEST(SaleView, OfAnEventThatWasToldNothingHasTheDefaults) {
    const SaleView view;
    EXPECT_EQ(view.settings(TestSale::kEvent), SaleSettings{});
    EXPECT_EQ(view.levers(TestSale::kEvent), SaleLevers{});
    EXPECT_EQ(view.terms(TestSale::kEvent), nullptr);
}

TEST(SaleView, FollowsSettingsLeversTermsAndRules) {
    TestShop shop;
    SaleSettings settings;
    settings.public_map = true;
    SaleLevers levers;
    levers.message_paid = "Thank you.";
    seat::HallRules rules;
    rules.seats_per_hold = 2;
    ASSERT_TRUE(shop.set(settings));
    ASSERT_TRUE(shop.set(levers));
    ASSERT_TRUE(shop.run(command::SetHallRules{TestSale::kEvent, "fri", rules}));
    EXPECT_EQ(shop.view().settings(TestSale::kEvent), settings);
    EXPECT_EQ(shop.view().levers(TestSale::kEvent), levers);
    EXPECT_EQ(*shop.view().terms(TestSale::kEvent), TestSale::terms());
    EXPECT_EQ(shop.view().find(TestSale::kFriday)->rules(), rules);
}

// The earlier order is paid late, after a newer one.
TEST(Bookings, AreInTheSameOrderAfterARestart) {
    TestShop shop;
    const OrderId first =
        shop.paying(shop.let_in(1), {"A-1"}, {.can_ask = true, .charges_at_page = true});
    shop.wait(16min);
    shop.paid(shop.let_in(1), {"A-5"});
    ASSERT_TRUE(shop.approve(first, payment::ResultSource::kWebhook));
    const auto before = shop.state().bookings().of(TestSale::guest(1));
    const auto restarted = shop.reloaded();
    ASSERT_EQ(before.size(), 2U);
    EXPECT_TRUE(std::ranges::equal(before, restarted->bookings().of(TestSale::guest(1))));
}

TEST(Bookings, CountTheSameSeatsAfterARestart) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1", "A-2", "A-3"});
    shop.refunded(id, {"A-2"});
    const auto restarted = shop.reloaded();
    const payment::EventId event = TestSale::kEvent;
    EXPECT_EQ(shop.state().bookings().seats_of(TestSale::guest(1), event), 2U);
    EXPECT_EQ(restarted->bookings().seats_of(TestSale::guest(1), event), 2U);
    EXPECT_EQ(restarted->bookings().seats_of(TestSale::guest(1), payment::PerformanceId{1}), 2U);
}

}  // namespace
}  // namespace onsale::sale
