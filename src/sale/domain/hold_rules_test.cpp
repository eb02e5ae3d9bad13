#include "sale/domain/hold_rules.hpp"

#include <gtest/gtest.h>

#include "sale/domain/test_sale.hpp"

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;
using seat::SeatState;

TEST(Hold, OfALiveAdmissionTakesItsSeats) {
    TestSale sale;
    const auto held = sale.select(sale.let_in(1), {"A-1", "A-2"});
    ASSERT_TRUE(held.has_value());
    EXPECT_EQ(held->seats.seats.size(), 2U);
    EXPECT_EQ(sale.seat("A-1"), SeatState::kHeld);
    EXPECT_EQ(sale.seat("A-3"), SeatState::kFree);
}

TEST(Hold, NeedsAnAdmission) {
    TestSale sale;
    Buyer stranger = sale.let_in(1);
    stranger.guest = TestSale::guest(2);
    EXPECT_EQ(sale.select(stranger, {"A-1"}).error().error, HoldError::kNoAdmission);
    EXPECT_EQ(sale.seat("A-1"), SeatState::kFree);
}

TEST(Hold, NeedsTheAdmissionThatIsLiveNow) {
    TestSale sale;
    Buyer buyer = sale.let_in(1);
    buyer.admission = waiting_room::admission_id(number_of(buyer.admission), 2);
    EXPECT_EQ(sale.select(buyer, {"A-1"}).error().error, HoldError::kNoAdmission);
}

TEST(Hold, IsRefusedOnceTheAdmissionHasEnded) {
    TestSale sale;
    const Buyer buyer = sale.let_in(1);
    sale.apply(waiting_room::fact::PlaceEnded{number_of(buyer.admission),
                                              waiting_room::EndReason::kRevoked});
    EXPECT_EQ(sale.select(buyer, {"A-1"}).error().error, HoldError::kNoAdmission);
}

TEST(Hold, IsRefusedBeforeTheSaleOpensAndAfterItCloses) {
    for (const auto lifecycle :
         {waiting_room::Lifecycle::kLobby, waiting_room::Lifecycle::kClosed}) {
        TestSale sale;
        const Buyer buyer = sale.let_in(1);
        sale.apply(waiting_room::fact::LifecycleChanged{lifecycle});
        EXPECT_EQ(sale.select(buyer, {"A-1"}).error().error, HoldError::kNotOpen);
    }
}

TEST(Hold, OfSomebodyElseStandsInTheWay) {
    TestSale sale;
    ASSERT_TRUE(sale.select(sale.let_in(1), {"A-5"}).has_value());
    const auto refused = sale.select(sale.let_in(2), {"A-5", "A-6"});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().error, HoldError::kHall);
    EXPECT_EQ(refused.error().hall.error, seat::HallError::kSeatTaken);
    EXPECT_EQ(sale.seat("A-6"), SeatState::kFree);
}

TEST(Hold, NamesTheSeatsThatDoNotExist) {
    TestSale sale;
    const auto refused = sale.select(sale.let_in(1), {"A-1", "Z-9"});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().unknown_seats, std::vector<std::string>{"Z-9"});
    EXPECT_EQ(sale.seat("A-1"), SeatState::kFree);
}

TEST(Hold, ClaimsTheAdmission) {
    TestSale sale;
    const Buyer buyer = sale.let_in(1);
    ASSERT_FALSE(sale.admission(buyer)->claimed);
    ASSERT_TRUE(sale.select(buyer, {"A-1"}).has_value());
    EXPECT_TRUE(sale.admission(buyer)->claimed);
}

TEST(Hold, KeepsTheAdmissionAtLeastAsLongAsItself) {
    TestSale sale;
    const Buyer buyer = sale.let_in(1);
    const Instant before = sale.admission(buyer)->deadline;
    sale.pass(5min);
    const auto held = sale.select(buyer, {"A-1"});
    ASSERT_TRUE(held.has_value());
    EXPECT_EQ(sale.admission(buyer)->deadline, held->seats.deadline);
    EXPECT_GT(sale.admission(buyer)->deadline, before);
}

TEST(Hold, SwappedLaterDoesNotKeepTheAdmissionLonger) {
    TestSale sale;
    const Buyer buyer = sale.let_in(1);
    ASSERT_TRUE(sale.select(buyer, {"A-1"}).has_value());
    const Instant deadline = sale.admission(buyer)->deadline;
    sale.pass(5min);
    ASSERT_TRUE(sale.select(buyer, {"A-2"}).has_value());
    EXPECT_EQ(sale.admission(buyer)->deadline, deadline);
}

TEST(Hold, EndsAtItsDeadlineInLineTime) {
    TestSale sale;
    const auto held = sale.select(sale.let_in(1), {"A-1"});
    sale.pass(held->seats.deadline - sale.line_now() - 1ms);
    sale.tick();
    EXPECT_EQ(sale.seat("A-1"), SeatState::kHeld);
    sale.pass(1ms);
    sale.tick();
    EXPECT_EQ(sale.seat("A-1"), SeatState::kReturned);
}

TEST(Hold, OutlivesTimeInWhichNobodyWasServed) {
    TestSale sale;
    const auto held = sale.select(sale.let_in(1), {"A-1"});
    sale.pass(1h);
    sale.apply(waiting_room::fact::Resumed{1h});
    sale.tick();
    EXPECT_EQ(sale.seat("A-1"), SeatState::kHeld);
    EXPECT_GT(held->seats.deadline, sale.line_now());
}

TEST(Hold, DoesNotEndWhileDeadlinesAreFrozen) {
    TestSale sale;
    ASSERT_TRUE(sale.select(sale.let_in(1), {"A-1"}).has_value());
    sale.apply(waiting_room::fact::DeadlinesFrozen{true});
    sale.pass(1h);
    sale.tick();
    EXPECT_EQ(sale.seat("A-1"), SeatState::kHeld);
}

TEST(Hold, GivenBackIsReturnedAndThenFree) {
    TestSale sale;
    const Buyer buyer = sale.let_in(1);
    ASSERT_TRUE(sale.select(buyer, {"A-1"}).has_value());
    EXPECT_EQ(*sale.release(buyer), 1U);
    EXPECT_EQ(sale.seat("A-1"), SeatState::kReturned);
    sale.pass(31s);
    sale.tick();
    EXPECT_EQ(sale.seat("A-1"), SeatState::kFree);
}

TEST(Hall, IsOpenedOnceForAPerformanceOfItsEvent) {
    TestSale sale;
    const auto open = [&](waiting_room::EventId event, std::string performance) {
        const auto plan = TestSale::plan();
        return decide(sale.state(),
                      command::OpenHall{event,
                                        std::move(performance),
                                        plan,
                                        {},
                                        std::make_shared<const seat::Seating>(*plan)},
                      sale.moment())
            .outcome;
    };
    EXPECT_EQ(open(TestSale::kEvent, "fri").error().error, OfficeError::kHasHall);
    EXPECT_EQ(open(TestSale::kEvent, "sat").error().error, OfficeError::kUnknownPerformance);
    EXPECT_EQ(open({9}, "fri").error().error, OfficeError::kUnknownEvent);
}

}  // namespace
}  // namespace onsale::sale
