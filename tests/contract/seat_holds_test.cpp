// Contract of the port SeatHolds, for every adapter.
#include <array>

#include "base/sha256.hpp"
#include "tests/contract/sale_contract.hpp"

namespace onsale::contract {
namespace {

using namespace std::chrono_literals;
using sale::HoldError;
using seat::HallError;
using seat::SeatState;
using namespace sale::command;
using namespace waiting_room::command;

class SeatHoldsContract : public SaleContract {};

TEST_P(SeatHoldsContract, TheViewShowsTheHoldWhenTheAnswerArrives) {
    const auto buyer = let_in(1);
    const auto held = select(buyer, {"A-1", "A-2"});
    ASSERT_TRUE(held);
    EXPECT_EQ(held->seats.seats.size(), 2U);
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
    ASSERT_NE(hall().hold(buyer.guest), nullptr);
    EXPECT_EQ(hall().hold(buyer.guest)->seats.size(), 2U);
}

TEST_P(SeatHoldsContract, ASeatHasOneHolder) {
    (void)select(let_in(1), {"A-1"}).value();
    const auto refused = select(let_in(2), {"A-1", "A-2"});
    EXPECT_EQ(refused.error().error, HoldError::kHall);
    EXPECT_EQ(refused.error().hall.error, HallError::kSeatTaken);
    EXPECT_EQ(refused.error().hall.seats, seat::Seats{*hall().seating().find("A-1")});
    EXPECT_EQ(refused.error().hall.offers.size(), 2U);
    EXPECT_EQ(state("A-2"), SeatState::kFree);
}

TEST_P(SeatHoldsContract, TheSameAgainIsTheSameHold) {
    const auto buyer = let_in(1);
    const auto first = select(buyer, {"A-1"});
    const auto again = select(buyer, {"A-1"});
    EXPECT_EQ(again->seats.seats, first->seats.seats);
    EXPECT_EQ(again->seats.deadline, first->seats.deadline);
}

TEST_P(SeatHoldsContract, AnotherChoiceReplacesTheHoldAndKeepsItsDeadline) {
    const auto buyer = let_in(1);
    const auto first = select(buyer, {"A-1", "A-2"});
    const auto second = select(buyer, {"A-2", "A-3"});
    EXPECT_EQ(second->seats.deadline, first->seats.deadline);
    EXPECT_EQ(state("A-1"), SeatState::kReturned);
    EXPECT_EQ(state("A-3"), SeatState::kHeld);
}

TEST_P(SeatHoldsContract, AnExtensionOfTheAdmissionIsTheHoldsAndStaysAfterAnotherChoice) {
    const auto buyer = let_in(1);
    const auto first = select(buyer, {"A-1", "A-2"});
    ASSERT_TRUE(first);
    const Duration by = view().settings().rules.extension;
    ASSERT_GT(by, Duration{0});
    ASSERT_TRUE(
        await(adapter_->lines().call(Extend{event_, buyer.admission, buyer.guest, 1})).has_value());
    EXPECT_EQ(hall().hold(buyer.guest)->deadline, first->seats.deadline + by);
    const auto second = select(buyer, {"A-2", "A-3"});
    ASSERT_TRUE(second);
    EXPECT_EQ(second->seats.deadline, first->seats.deadline + by);
}

// An operator edits the event while the guest is inside.
TEST_P(SeatHoldsContract, HoldsInARowEndWithTheTimeThatTheAdmissionWasGranted) {
    const std::array<std::string, 6> performances{"p1", "p2", "p3", "p4", "p5", "p6"};
    edit([&](waiting_room::EventSettings& settings) {
        for (const std::string& key : performances)
            settings.performances.push_back({key, key, instant_from_ms(2'000'200'000'000)});
        settings.rules.active_away_after = 12h;
    });
    for (const std::string& performance : performances)
        ASSERT_TRUE(open_hall(performance));
    sale::Buyer buyer = let_in(1);
    const auto hold = [&](const std::string& performance) {
        buyer.performance = performance;
        return select(buyer, {"A-1"});
    };
    const auto set_times = [&](Duration admission_ttl) {
        edit([&](waiting_room::EventSettings& settings) {
            settings.rules.admission_ttl = admission_ttl;
            settings.rules.claim_within = 0s;
        });
    };
    ASSERT_TRUE(await(adapter_->lines().call(Claim{event_, buyer.admission, buyer.guest})));
    const Duration hold_ttl = seat::HallRules{}.hold_ttl;
    const Instant granted = view().ledger().find(number_of(buyer.admission))->deadline;
    pass(9min);
    const auto first = hold("p1");
    ASSERT_TRUE(first);
    EXPECT_LT(first->seats.deadline, granted + hold_ttl);
    set_times(1s);
    pass(8min + 30s);
    for (std::size_t i = 1; i < performances.size(); ++i) {
        const auto held = hold(performances[i]);
        ASSERT_TRUE(held) << performances[i];
        EXPECT_EQ(held->seats.deadline, granted + hold_ttl) << performances[i];
        pass(25s);
    }
    set_times(1h);
    pass(25s);
    const auto refused = hold("fri");
    ASSERT_FALSE(refused);
    // The admission may have been ended already.
    EXPECT_TRUE(refused.error().error == HoldError::kNoAdmission ||
                refused.error().hall.error == HallError::kTimeOver);
}

// After a decline a new hold may use the added time, up to the limit of the admission.
TEST_P(SeatHoldsContract, AskingToPayAndGivingUpLengthensAnAdmissionByOneHoldAtMost) {
    edit([](waiting_room::EventSettings& settings) { settings.rules.active_away_after = 12h; });
    const sale::Buyer buyer = let_in(1);
    ASSERT_TRUE(await(adapter_->lines().call(Claim{event_, buyer.admission, buyer.guest})));
    const Duration hold_ttl = seat::HallRules{}.hold_ttl;
    const Instant end = view().ledger().find(number_of(buyer.admission))->deadline + hold_ttl;
    const Duration most = view().settings().rules.admission_ttl + hold_ttl;
    constexpr Duration kStep = 70s;
    int holds = 0;
    // A seat that was given back cannot be taken again soon, so each hold has another one.
    const auto hold_next = [&] { return select(buyer, {"A-" + std::to_string(++holds)}); };
    for (Duration passed{0}; passed < most; passed += 2 * kStep) {
        const auto held = hold_next();
        ASSERT_TRUE(held) << passed.count();
        EXPECT_LE(held->seats.deadline, end);
        const auto order = request(buyer).value().order;
        pass(kStep);
        (void)confirm(order).value();
        ASSERT_TRUE(record(order, payment::result::Declined{payment::DeclineReason::kLimit}));
        pass(kStep);
        ASSERT_TRUE(
            await(sale_adapter().orders().call(CancelOrder{order.code, buyer.guest, {}, {}})));
    }
    const auto refused = hold_next();
    ASSERT_FALSE(refused);
    // The admission may have been ended already.
    EXPECT_TRUE(refused.error().error == HoldError::kNoAdmission ||
                refused.error().hall.error == HallError::kTimeOver);
}

TEST_P(SeatHoldsContract, TheBestSeatsAreSideBySide) {
    const auto best = await(sale_adapter().holds().call(SelectBest{let_in(1), {.count = 3}}));
    ASSERT_TRUE(best);
    ASSERT_EQ(best->seats.seats.size(), 3U);
    EXPECT_EQ(best->seats.seats[2].seat.value, best->seats.seats[0].seat.value + 2);
}

TEST_P(SeatHoldsContract, NobodyHoldsWithoutALiveAdmission) {
    auto buyer = let_in(1);
    buyer.guest = guest(2);
    EXPECT_EQ(select(buyer, {"A-1"}).error().error, HoldError::kNoAdmission);
    EXPECT_EQ(state("A-1"), SeatState::kFree);
}

TEST_P(SeatHoldsContract, UnknownSeatsAreNamedAndNothingIsHeld) {
    const auto refused = select(let_in(1), {"A-1", "Z-9"});
    EXPECT_EQ(refused.error().unknown_seats, std::vector<std::string>{"Z-9"});
    EXPECT_EQ(state("A-1"), SeatState::kFree);
}

TEST_P(SeatHoldsContract, AnUnknownPerformanceIsRefused) {
    auto buyer = let_in(1);
    buyer.performance = "sun";
    EXPECT_EQ(select(buyer, {"A-1"}).error().error, HoldError::kUnknownPerformance);
}

TEST_P(SeatHoldsContract, SeatsGivenBackAreNotFreeAtOnceAndNotForTheSameGuest) {
    const auto buyer = let_in(1);
    (void)select(buyer, {"A-1"}).value();
    EXPECT_EQ(await(sale_adapter().holds().call(ReleaseSeats{buyer})), 1U);
    EXPECT_EQ(state("A-1"), SeatState::kReturned);
    EXPECT_EQ(await(sale_adapter().holds().call(ReleaseSeats{buyer})).error().hall.error,
              HallError::kNoHold);
}

TEST_P(SeatHoldsContract, APlaceWithSeatsDoesNotMoveToAnotherDevice) {
    const auto buyer = let_in(1);
    const auto number = waiting_room::number_of(buyer.admission);
    const Sha256Digest code = sha256("a code");
    ASSERT_TRUE(await(adapter_->lines().call(OfferPlace{event_, number, guest(1), code})));
    (void)select(buyer, {"A-1"}).value();
    const auto taken = await(adapter_->lines().call(TakePlace{event_, guest(2), code}));
    EXPECT_EQ(taken.error(), waiting_room::MoveError::kBuying);
    const auto offered = await(adapter_->lines().call(OfferPlace{event_, number, guest(1), code}));
    EXPECT_EQ(offered.error(), waiting_room::MoveError::kBuying);
}

INSTANTIATE_TEST_SUITE_P(Adapters, SeatHoldsContract, testing::ValuesIn(sale_adapters()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace onsale::contract
