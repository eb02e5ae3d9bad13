// Contract of the port SaleOffice, for every adapter.
#include "tests/contract/sale_contract.hpp"

namespace onsale::contract {
namespace {

using sale::HoldError;
using sale::OfficeError;
using seat::SeatState;
using namespace sale::command;

class SaleOfficeContract : public SaleContract {
  protected:
    sale::SaleOffice& sale_office() { return sale_adapter().sale_office(); }
    auto block(std::vector<std::string> seats, bool rehearse = false) {
        return await(sale_office().call(
            BlockSeats{event_, "fri", std::move(seats), "press", "house", rehearse}));
    }
};

TEST_P(SaleOfficeContract, AHallIsOpenedOnceForAPerformanceOfItsEvent) {
    EXPECT_EQ(open_hall("fri").error().error, OfficeError::kHasHall);
    EXPECT_EQ(open_hall("sun").error().error, OfficeError::kUnknownPerformance);
    EXPECT_EQ(open_hall("sat"), 10U);
    EXPECT_NE(sale_adapter().sale_view().find(event_, "sat"), nullptr);
}

TEST_P(SaleOfficeContract, APerformanceWithAHallIsNeitherRemovedNorRenamed) {
    using Performances = std::vector<waiting_room::Performance>;
    const auto edit_to = [&](Performances after) {
        auto edited = std::make_shared<waiting_room::EventSettings>(view().settings());
        edited->performances = std::move(after);
        return await(
            adapter_->office().call(waiting_room::command::EditEvent{event_, edited, {}, false}));
    };
    const Performances before = view().settings().performances;
    Performances renamed = before;
    renamed.front().id = "friday";
    for (const Performances& after : {Performances{before.back()}, renamed}) {
        const auto refused = edit_to(after);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().error, waiting_room::OperatorError::kBadSettings);
        EXPECT_EQ(refused.error().field, "performances");
        EXPECT_EQ(view().settings().performances, before);
    }
    EXPECT_TRUE(edit_to({before.front()})) << "Saturday has no hall";
    EXPECT_EQ(open_hall("sat").error().error, OfficeError::kUnknownPerformance);
}

TEST_P(SaleOfficeContract, BlockedSeatsAreOutOfReachUntilTheyAreReleased) {
    EXPECT_EQ(block({"A-1", "A-2"}), 2U);
    EXPECT_EQ(state("A-1"), SeatState::kBlocked);
    const auto buyer = let_in(1);
    EXPECT_EQ(select(buyer, {"A-1"}).error().hall.error, seat::HallError::kSeatTaken);
    EXPECT_EQ(await(sale_office().call(UnblockSeats{event_, "fri", {"A-1"}})), 1U);
    EXPECT_TRUE(select(buyer, {"A-1"}));
}

TEST_P(SaleOfficeContract, ARehearsalChangesNothing) {
    EXPECT_EQ(block({"A-1", "A-2"}, true), 2U);
    EXPECT_EQ(state("A-1"), SeatState::kFree);
}

TEST_P(SaleOfficeContract, NobodysHoldIsBrokenForTheHouse) {
    (void)select(let_in(1), {"A-1"}).value();
    EXPECT_EQ(block({"A-1"}).error().error, OfficeError::kHall);
    EXPECT_EQ(state("A-1"), SeatState::kHeld);
}

TEST_P(SaleOfficeContract, UnknownSeatsAreNamed) {
    const auto refused = block({"A-1", "Z-9"});
    EXPECT_EQ(refused.error().error, OfficeError::kUnknownSeat);
    EXPECT_EQ(refused.error().field, "Z-9");
}

TEST_P(SaleOfficeContract, PricesMustNameEveryGrade) {
    auto other = std::make_shared<payment::Terms>(*terms());
    other->prices.grades[0].grade = "S";
    const auto refused = await(sale_office().call(SetTerms{event_, other}));
    EXPECT_EQ(refused.error().error, OfficeError::kNoPrice);
    EXPECT_EQ(refused.error().field, "R");
}

TEST_P(SaleOfficeContract, StoppedHoldsRefuseNewOnesAndKeepTheOld) {
    const auto holder = let_in(1);
    (void)select(holder, {"A-1"}).value();
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->holds_stopped = true;
    EXPECT_EQ(await(sale_office().call(sale::command::SetLevers{event_, levers})), 1U);
    EXPECT_EQ(select(let_in(2), {"A-2"}).error().error, HoldError::kHoldsStopped);
    EXPECT_TRUE(select(holder, {"A-1"}));
}

TEST_P(SaleOfficeContract, LimitsCountOverOrders) {
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->seats_per_guest = 1;
    settings->more_purchases = true;
    ASSERT_TRUE(await(sale_office().call(SetSettings{event_, settings})));
    (void)paid(1, "A-1");
    EXPECT_EQ(select(let_in(1), {"A-2"}).error().error, HoldError::kLimitReached);
}

TEST_P(SaleOfficeContract, AnotherHallEndsASoldOutSale) {
    std::vector<std::string> all;
    for (int i = 1; i <= 10; ++i)
        all.push_back("A-" + std::to_string(i));
    ASSERT_EQ(block(all), 10U);
    EXPECT_TRUE(view().sold_out());
    EXPECT_EQ(enter(1).error(), waiting_room::EnterError::kSoldOut);
    ASSERT_TRUE(open_hall("sat"));
    EXPECT_FALSE(view().sold_out());
}

TEST_P(SaleOfficeContract, ABrakeIsSeenInTheLine) {
    ASSERT_TRUE(await(sale_office().call(SetBrake{event_, 3})));
    EXPECT_EQ(view().brake(), 3U);
    ASSERT_TRUE(await(sale_office().call(SetBrake{event_, 0})));
    EXPECT_EQ(view().brake(), 0U);
}

TEST_P(SaleOfficeContract, BadSettingsAreNamedByTheirField) {
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->seats_per_guest = sale::kSeatsPerGuestMax + 1;
    const auto refused = await(sale_office().call(SetSettings{event_, settings}));
    EXPECT_EQ(refused.error().error, OfficeError::kBadField);
    EXPECT_EQ(refused.error().field, "seatsPerGuest");
}

INSTANTIATE_TEST_SUITE_P(Adapters, SaleOfficeContract, testing::ValuesIn(sale_adapters()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace onsale::contract
