#include "sale/domain/rule/hold_rules.hpp"

#include <gtest/gtest.h>

#include "sale/domain/rule/test_sale.hpp"

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

// The event has an admission time of ten seconds and holds of five.
class ChainedHolds : public ::testing::Test {
  protected:
    ChainedHolds() {
        sale_.edit([](waiting_room::EventSettings& event) {
            event.rules.admission_ttl = 10s;
            event.rules.claim_within = 4s;
            event.rules.extension = 20s;
            event.rules.extensions = 1;
            event.performances.push_back({"sat", "Saturday", TestSale::kFridayStarts + 24h});
        });
        sale_.everybody_polls = true;
        EXPECT_TRUE(sale_.set_terms(TestSale::terms()));
        EXPECT_TRUE(sale_.open_hall("sat"));
        EXPECT_TRUE(sale_.open_hall("sun"));
        for (const char* const performance : {"fri", "sat", "sun"}) {
            seat::HallRules rules;
            rules.hold_ttl = 5s;
            EXPECT_TRUE(sale_.run(command::SetHallRules{TestSale::kEvent, performance, rules}));
        }
        for (const char* const performance : {"fri", "sat", "sun"})
            buyers_.push_back(sale_.let_in(1, performance));
        sale_.apply(waiting_room::fact::Claimed{number_of(buyers_[0].admission)});
        begun_ = sale_.line_now();
    }
    HoldOutcome hold(std::size_t performance) {
        return sale_.select(buyers_[performance], {"A-1"});
    }
    Duration since_begun(Instant line) const { return line - begun_; }

    TestSale sale_;
    std::vector<Buyer> buyers_;
    Instant begun_;
};

TEST_F(ChainedHolds, LengthenAnAdmissionByOneHoldInAll) {
    sale_.wait(9s);
    EXPECT_EQ(since_begun(hold(0)->seats.deadline), 14s);
    sale_.wait(4s);
    EXPECT_EQ(since_begun(hold(1)->seats.deadline), 15s);
    sale_.wait(1s);
    EXPECT_EQ(since_begun(hold(2)->seats.deadline), 15s);
    sale_.wait(1s);
    EXPECT_EQ(sale_.admission(buyers_[0]), nullptr);
}

TEST_F(ChainedHolds, AreAsLongAsEverWithinTheAdmissionsOwnTime) {
    ASSERT_TRUE(hold(0));
    sale_.wait(4s);
    EXPECT_EQ(since_begun(hold(1)->seats.deadline), 9s);
    sale_.wait(4s);
    EXPECT_EQ(since_begun(hold(2)->seats.deadline), 13s);
}

TEST_F(ChainedHolds, GoOnForTheTimeThatWasGiven) {
    sale_.wait(9s);
    ASSERT_TRUE(hold(0));
    ASSERT_TRUE(sale_.extend(buyers_[0]));
    sale_.wait(24s);
    EXPECT_EQ(since_begun(hold(1)->seats.deadline), 35s);
}

// An operator edits the event while guests are inside.
TEST_F(ChainedHolds, AreBoundByTheTimeThatWasGrantedWhateverTheRulesSayNow) {
    const auto set_times = [this](Duration admission_ttl) {
        sale_.edit([&](waiting_room::EventSettings& event) {
            event.rules.admission_ttl = admission_ttl;
            event.rules.claim_within = 0s;
        });
    };
    set_times(2s);
    sale_.wait(9s);
    EXPECT_EQ(since_begun(hold(0)->seats.deadline), 14s);
    set_times(1h);
    sale_.wait(4s);
    EXPECT_EQ(since_begun(hold(1)->seats.deadline), 15s);
}

TEST_F(ChainedHolds, GoOnForTheExtensionThatWasGrantedWhateverTheRulesSayNow) {
    ASSERT_TRUE(sale_.extend(buyers_[0]));
    sale_.edit([](waiting_room::EventSettings& event) { event.rules.extension = 0s; });
    sale_.wait(29s);
    EXPECT_EQ(since_begun(hold(0)->seats.deadline), 34s);
    sale_.wait(4s);
    EXPECT_EQ(since_begun(hold(1)->seats.deadline), 35s);
}

TEST_F(ChainedHolds, AreNotBegunAnewByAskingToPayAndGivingUp) {
    sale_.wait(9s);
    ASSERT_TRUE(hold(0));
    auto order = sale_.request(buyers_[0])->order;
    sale_.wait(30s);
    ASSERT_TRUE(sale_.decline(order));
    // The time after a decline is for another payment attempt, not for another hold.
    ASSERT_TRUE(sale_.cancel(order));
    EXPECT_EQ(hold(1).error().hall.error, seat::HallError::kTimeOver);
    EXPECT_EQ(hold(0).error().hall.error, seat::HallError::kTimeOver);
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
