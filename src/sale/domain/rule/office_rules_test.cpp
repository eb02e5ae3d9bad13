#include "sale/domain/rule/office_rules.hpp"

#include <set>

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using payment::OrderId;
using seat::SeatState;

constexpr waiting_room::EventId kEvent = TestSale::kEvent;

OfficeError error_of(const OfficeOutcome& outcome) {
    return outcome ? OfficeError::kOutcomeUnknown : outcome.error().error;
}

template <class Value>
std::shared_ptr<const Value> shared(Value value) {
    return std::make_shared<const Value>(std::move(value));
}

// Sells and refunds the given seats, which then wait for an operator.
void wait_for_a_person(TestShop& shop, std::initializer_list<const char*> parties) {
    SaleSettings settings;
    settings.returns = ReturnPolicy::kByOperator;
    ASSERT_TRUE(shop.set(settings));
    std::uint32_t name = 100;
    for (const char* const seat : parties)
        shop.refunded(shop.paid(shop.let_in(++name), {seat}));
}

TEST(Office, RefusesWhatConcernsAnUnknownEvent) {
    TestShop shop;
    const waiting_room::EventId other{9};
    EXPECT_EQ(error_of(shop.run(command::SetHallRules{other, "fri", {}})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::BlockSeats{other, "fri", {"A-1"}, "", ""})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::UnblockSeats{other, "fri", {"A-1"}})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::ReleaseReturned{other, "fri", {}, 1})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::SetTerms{other, shared(TestSale::terms())})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::SetSettings{other, shared(SaleSettings{})})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::SetLevers{other, shared(SaleLevers{})})),
              OfficeError::kUnknownEvent);
    EXPECT_EQ(error_of(shop.run(command::SetBrake{other, 1})), OfficeError::kUnknownEvent);
}

TEST(Office, RefusesWhatConcernsAPerformanceWithoutAHall) {
    TestShop shop;
    EXPECT_EQ(error_of(shop.run(command::SetHallRules{kEvent, "sun", {}})),
              OfficeError::kUnknownPerformance);
    EXPECT_EQ(error_of(shop.run(command::BlockSeats{kEvent, "sun", {"A-1"}, "", ""})),
              OfficeError::kUnknownPerformance);
    EXPECT_EQ(error_of(shop.run(command::UnblockSeats{kEvent, "sun", {"A-1"}})),
              OfficeError::kUnknownPerformance);
    EXPECT_EQ(error_of(shop.run(command::ReleaseReturned{kEvent, "sun", {}, 1})),
              OfficeError::kUnknownPerformance);
}

TEST(Office, NamesTheSeatThatDoesNotExist) {
    TestShop shop;
    for (const auto& refused :
         {shop.run(command::BlockSeats{kEvent, "fri", {"A-1", "Z-9"}, "", ""}),
          shop.run(command::UnblockSeats{kEvent, "fri", {"A-1", "Z-9"}}),
          shop.run(command::ReleaseReturned{kEvent, "fri", {"A-1", "Z-9"}})}) {
        EXPECT_EQ(error_of(refused), OfficeError::kUnknownSeat);
        EXPECT_EQ(refused.error().field, "Z-9");
    }
    EXPECT_EQ(shop.seat("A-1"), SeatState::kFree);
}

TEST(OpenHall, CountsItsSeatsAndPutsThemOnSale) {
    TestShop shop;
    EXPECT_EQ(*shop.open_hall("sun"), 10U);
    EXPECT_TRUE(shop.select(shop.let_in(1, "sun"), {"A-1"}));
}

TEST(OpenHall, WithBadRulesIsRefused) {
    TestShop shop;
    const auto plan = TestSale::plan();
    seat::HallRules rules;
    rules.seats_per_hold = 0;
    const auto refused = shop.run(command::OpenHall{kEvent, "sun", plan, rules,
                                                    std::make_shared<const seat::Seating>(*plan)});
    EXPECT_EQ(error_of(refused), OfficeError::kBadField);
    EXPECT_EQ(refused.error().field, "rules");
    EXPECT_EQ(shop.state().halls().size(), 1U);
}

using Performances = std::vector<waiting_room::Performance>;

waiting_room::OperatorDecision edit_to(const TestShop& shop, Performances performances) {
    waiting_room::EventSettings settings = shop.line().settings();
    settings.performances = std::move(performances);
    const waiting_room::command::EditEvent edit{kEvent, shared(std::move(settings)), {}};
    return decide(shop.state(), edit, {shop.now(), shop.now()});
}

TEST(PerformanceWithAHall, IsNeitherRemovedNorRenamed) {
    const TestShop shop;
    const Performances before = shop.line().settings().performances;
    Performances renamed = before;
    renamed.front().id = "friday";
    for (const Performances& after : {Performances{before.back()}, renamed, Performances{}}) {
        const auto decision = edit_to(shop, after);
        ASSERT_FALSE(decision.outcome);
        EXPECT_EQ(decision.outcome.error().error, waiting_room::OperatorError::kBadSettings);
        EXPECT_EQ(decision.outcome.error().field, "performances");
        EXPECT_NE(decision.outcome.error().message.find("fri "), std::string::npos);
        EXPECT_TRUE(decision.facts.empty());
    }
}

TEST(PerformanceWithAHall, MayGetAnotherTimeAndAnotherTitle) {
    const TestShop shop;
    auto moved = shop.line().settings().performances.front();
    moved.title = "Postponed";
    moved.starts_at += 24h;
    EXPECT_TRUE(edit_to(shop, {moved}).outcome) << "Sunday has no hall";
}

TEST(PerformanceWithAHall, ThatIsGoneAlreadyDoesNotLockTheEvent) {
    TestShop shop;
    shop.edit([](waiting_room::EventSettings& settings) { settings.performances.clear(); });
    EXPECT_TRUE(edit_to(shop, {{"sat", "Saturday", TestSale::kFridayStarts}}).outcome);
}

TEST(HallRules, HoldForTheNextHold) {
    TestShop shop;
    seat::HallRules rules;
    rules.seats_per_hold = 1;
    ASSERT_TRUE(shop.run(command::SetHallRules{kEvent, "fri", rules}));
    EXPECT_EQ(shop.select(shop.let_in(1), {"A-1", "A-2"}).error().hall.error,
              seat::HallError::kTooManySeats);
    rules.hold_ttl = Duration{0};
    EXPECT_EQ(error_of(shop.run(command::SetHallRules{kEvent, "fri", rules})), OfficeError::kHall);
}

TEST(BlockedSeats, AreNotSoldUntilTheyAreUnblocked) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    EXPECT_EQ(*shop.run(command::BlockSeats{kEvent, "fri", {"A-1", "A-2"}, "camera", "TV"}), 2U);
    EXPECT_EQ(shop.hall().block({0})->reason, "camera");
    EXPECT_EQ(shop.hall().block({0})->owner, "TV");
    EXPECT_FALSE(shop.select(buyer, {"A-1"}));
    EXPECT_EQ(*shop.run(command::UnblockSeats{kEvent, "fri", {"A-1"}}), 1U);
    EXPECT_TRUE(shop.select(buyer, {"A-1"}));
}

TEST(BlockedSeats, AreNeverSomebodysHold) {
    TestShop shop;
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1"}));
    const auto refused = shop.run(command::BlockSeats{kEvent, "fri", {"A-1", "A-2"}, "", ""});
    EXPECT_EQ(error_of(refused), OfficeError::kHall);
    EXPECT_EQ(refused.error().hall.error, seat::HallError::kSeatTaken);
    EXPECT_EQ(refused.error().hall.seats, (seat::Seats{{0}}));
    EXPECT_EQ(shop.seat("A-2"), SeatState::kFree);
}

TEST(ReturnedSeats, AreReleasedByName) {
    TestShop shop;
    wait_for_a_person(shop, {"A-1", "A-2"});
    EXPECT_EQ(*shop.run(command::ReleaseReturned{kEvent, "fri", {"A-2"}}), 1U);
    EXPECT_EQ(shop.seat("A-1"), SeatState::kReturned);
    EXPECT_EQ(shop.seat("A-2"), SeatState::kFree);
    EXPECT_EQ(error_of(shop.run(command::ReleaseReturned{kEvent, "fri", {"A-2"}})),
              OfficeError::kHall);
}

TEST(ReturnedSeats, AreReleasedInSoManyAtATime) {
    TestShop shop;
    wait_for_a_person(shop, {"A-1", "A-3", "A-5"});
    EXPECT_EQ(*shop.run(command::ReleaseReturned{kEvent, "fri", {}, 2}), 2U);
    EXPECT_EQ(shop.hall().map().counts()[SeatState::kReturned], 1U);
    EXPECT_EQ(*shop.run(command::ReleaseReturned{kEvent, "fri", {}, 2}), 1U);
    EXPECT_EQ(*shop.run(command::ReleaseReturned{kEvent, "fri", {}, 2}), 0U);
}

TEST(ReturnedSeats, AreReleasedByLot) {
    std::set<std::string> lots;
    for (int i = 0; i < 40; ++i) {
        TestShop shop;
        wait_for_a_person(shop, {"A-1", "A-3", "A-5"});
        for (int skipped = 0; skipped < i; ++skipped)
            (void)shop.moment();
        ASSERT_TRUE(shop.run(command::ReleaseReturned{kEvent, "fri", {}, 1}));
        for (const char* const seat : {"A-1", "A-3", "A-5"})
            if (shop.seat(seat) == SeatState::kFree) lots.insert(seat);
    }
    EXPECT_EQ(lots.size(), 3U);
}

TEST(ReturnedSeats, OnTheirWayBackByThemselvesAreInNoLot) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-7"}));
    ASSERT_TRUE(shop.release(buyer));
    ASSERT_EQ(shop.seat("A-7"), SeatState::kReturned);
    EXPECT_EQ(*shop.run(command::ReleaseReturned{kEvent, "fri", {}, 5}), 0U);
    EXPECT_EQ(shop.seat("A-7"), SeatState::kReturned);
}

TEST(Terms, CountTheSeatsTheyPrice) {
    TestShop shop;
    ASSERT_TRUE(shop.open_hall("sun"));
    EXPECT_EQ(*shop.set_terms(TestSale::terms()), 20U);
}

TEST(Terms, WithoutAPriceForAGradeNameTheGrade) {
    TestShop shop;
    payment::Terms terms = TestSale::terms();
    terms.prices.grades[0].grade = "S";
    const auto refused = shop.set_terms(terms);
    EXPECT_EQ(error_of(refused), OfficeError::kNoPrice);
    EXPECT_EQ(refused.error().field, "R");
    EXPECT_EQ(shop.view().terms(kEvent)->prices.grades[0].grade, "R");
}

TEST(Terms, ThatCannotBeAreRefused) {
    TestShop shop;
    payment::Terms terms = TestSale::terms();
    terms.rules.attempts_max = 0;
    const auto refused = shop.set_terms(terms);
    EXPECT_EQ(error_of(refused), OfficeError::kBadField);
    EXPECT_EQ(refused.error().field, "terms");
}

TEST(Terms, OfAnOrderStayWhenNewOnesAreSet) {
    TestShop shop;
    const OrderId id = shop.paid(shop.let_in(1), {"A-1"});
    payment::Terms terms = TestSale::terms();
    terms.refunds.rows = {{1, 1'000, 0}};
    ASSERT_TRUE(shop.set_terms(terms));
    shop.pass(48h);
    EXPECT_EQ(shop.preview(id)->amount.amount, 90'000);
}

TEST(SaleSettings, ThatCannotBeNameTheField) {
    TestShop shop;
    SaleSettings settings;
    settings.seats_per_guest = kSeatsPerGuestMax + 1;
    EXPECT_EQ(shop.set(settings).error().field, "seatsPerGuest");
    settings = {};
    settings.seats_per_performance = kSeatsPerGuestMax + 1;
    EXPECT_EQ(shop.set(settings).error().field, "seatsPerPerformance");
    for (const Duration window : {Duration{-1}, kReturnWindowMax + 1ms}) {
        settings = {};
        settings.return_window = window;
        EXPECT_EQ(shop.set(settings).error().field, "returnWindow");
    }
    EXPECT_EQ(*shop.state().settings(kEvent), SaleSettings{});
}

TEST(SaleLevers, ThatCannotBeNameTheField) {
    TestShop shop;
    const std::string long_text(kSaleMessageMax + 1, 'x');
    const auto field = [&](auto change) {
        SaleLevers levers;
        change(levers);
        return shop.set(levers).error().field;
    };
    EXPECT_EQ(field([&](auto& levers) { levers.message_holding = long_text; }), "messageHolding");
    EXPECT_EQ(field([&](auto& levers) { levers.message_paid = long_text; }), "messagePaid");
    EXPECT_EQ(field([&](auto& levers) { levers.sections_stopped = {long_text}; }),
              "sectionsStopped");
    EXPECT_EQ(field([&](auto& levers) { levers.sections_stopped.resize(kStoppedMax + 1); }),
              "sectionsStopped");
    EXPECT_EQ(field([&](auto& levers) { levers.providers_stopped.resize(kStoppedMax + 1); }),
              "providersStopped");
}

TEST(SaleLevers, NameASectionThatNoHallHas) {
    TestShop shop;
    SaleLevers levers;
    levers.sections_stopped = {"S", "Balcony"};
    const auto refused = shop.set(levers);
    EXPECT_EQ(error_of(refused), OfficeError::kUnknownSection);
    EXPECT_EQ(refused.error().field, "Balcony");
}

TEST(SaleLevers, CountTheSeatsBeingHeld) {
    TestShop shop;
    ASSERT_TRUE(shop.select(shop.let_in(1), {"A-1", "A-2"}));
    EXPECT_EQ(*shop.set(SaleLevers{}), 2U);
}

TEST(SaleLevers, StopNewHoldsAndLeaveThoseThatAre) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    ASSERT_TRUE(shop.select(buyer, {"A-1"}));
    SaleLevers levers;
    levers.holds_stopped = true;
    ASSERT_TRUE(shop.set(levers));
    EXPECT_EQ(shop.select(shop.let_in(2), {"A-2"}).error().error, HoldError::kHoldsStopped);
    EXPECT_TRUE(shop.select(buyer, {"A-1"})) << "the same again is no new hold";
    EXPECT_TRUE(shop.request(buyer));
}

TEST(SaleLevers, StopASectionAndNameItsSeats) {
    TestShop shop;
    SaleLevers levers;
    levers.sections_stopped = {"S"};
    ASSERT_TRUE(shop.set(levers));
    const auto refused = shop.select(shop.let_in(1), {"A-2", "A-3"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().error, HoldError::kSectionStopped);
    EXPECT_EQ(refused.error().hall.seats, (seat::Seats{{1}, {2}}));
    ASSERT_TRUE(shop.set(SaleLevers{}));
    EXPECT_TRUE(shop.select(shop.let_in(1), {"A-2", "A-3"}));
}

TEST(Brake, SlowsTheLineAndIsSaidOnce) {
    TestShop shop;
    EXPECT_EQ(*shop.run(command::SetBrake{kEvent, 5}), 5U);
    EXPECT_EQ(shop.line().admit_per_second(), 5U);
    EXPECT_TRUE(decide(shop.state(), command::SetBrake{kEvent, 5}, shop.moment()).facts.empty());
    ASSERT_TRUE(shop.run(command::SetBrake{kEvent, 0}));
    EXPECT_EQ(shop.line().admit_per_second(), shop.line().settings().rules.admit_per_second);
}

TEST(BestSeats, StayWithinThePriceLimit) {
    TestShop shop;
    const Buyer buyer = shop.let_in(1);
    // One adult seat bought alone costs 102,000 including all fees.
    const auto cheap = shop.run(command::SelectBest{buyer, {.count = 2}, 101'999});
    EXPECT_EQ(cheap.error().hall.error, seat::HallError::kNotEnough);
    EXPECT_TRUE(shop.run(command::SelectBest{buyer, {.count = 2}, 102'000}));
}

TEST(BestSeats, AreInNoSectionThatIsStopped) {
    TestShop shop;
    seat::HallPlan plan = *TestSale::plan();
    plan.sections.push_back(plan.sections[0]);
    plan.sections[1].id = "T";
    plan.sections[1].rows[0].rank = 1;
    for (seat::Seat& seat : plan.sections[1].rows[0].seats)
        seat.id += "-T";
    const auto shared_plan = shared(plan);
    ASSERT_TRUE(shop.run(command::OpenHall{
        kEvent, "sun", shared_plan, {}, std::make_shared<const seat::Seating>(*shared_plan)}));
    SaleLevers levers;
    levers.sections_stopped = {"S"};
    ASSERT_TRUE(shop.set(levers));
    const auto held = shop.run(command::SelectBest{shop.let_in(1, "sun"), {.count = 2}});
    ASSERT_TRUE(held);
    EXPECT_GE(held->seats.seats.front().seat.value, 10U);
}

TEST(BestSeats, UnderAPriceLimitNeedPrices) {
    TestSale sale;
    EXPECT_FALSE(sale.run(command::SelectBest{sale.let_in(1), {.count = 2}, 1'000'000}));
    EXPECT_TRUE(sale.run(command::SelectBest{sale.let_in(1), {.count = 2}}));
}

}  // namespace
}  // namespace onsale::sale
