// Guests of several nodes compete for the same seats.
#include <cstdio>
#include <set>

#include "tests/redis/hall/hall_site.hpp"

namespace onsale::redis {
namespace {

using namespace sale::command;

class Holds : public HallSite {
  protected:
    explicit Holds(const seat::HallPlan& plan = rows(10, 10), const seat::HallRules& rules = {})
        : HallSite{plan, rules} {
        run_until([&] { return other.hall() != nullptr; });
    }

    HallNode& node_of(std::size_t i) { return i % 2 == 0 ? hall_node : other; }
    std::vector<HoldOutcome> all_want_best(const std::vector<Buyer>& buyers, std::uint32_t count) {
        std::vector<HoldOutcome> outcomes;
        for (std::size_t i = 0; i < buyers.size(); ++i)
            spawn(node_of(i).holds.call(SelectBest{buyers[i], {.count = count}}),
                  [&](HoldOutcome outcome) { outcomes.push_back(std::move(outcome)); });
        run_until([&] { return outcomes.size() == buyers.size(); });
        return outcomes;
    }
    static std::uint64_t selects(const HallNode& by) {
        return by.client.commands().at("seat_select")[runtime::CommandEnd::kAnswered];
    }

    HallNode other{loop, config(), 100};
};

TEST_F(Holds, AThousandWhoWantOneSeatOnTwoNodesGiveOneWinner) {
    const std::vector<Buyer> buyers = let_in_all(1000);
    std::vector<HoldOutcome> outcomes;
    for (std::size_t i = 0; i < buyers.size(); ++i)
        spawn(node_of(i).holds.call(SelectSeats{buyers[i], {"A5-5"}}),
              [&](HoldOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    run_until([&] { return outcomes.size() == buyers.size(); });
    EXPECT_EQ(std::ranges::count_if(outcomes, [](const auto& one) { return one.has_value(); }), 1);
    for (const HoldOutcome& outcome : outcomes) {
        if (outcome) continue;
        ASSERT_EQ(outcome.error().error, HoldError::kHall);
        ASSERT_EQ(outcome.error().hall.error, HallError::kSeatTaken);
        ASSERT_EQ(outcome.error().hall.offers.size(), 1u);
    }
    catch_up(other, hall_node);
    EXPECT_EQ(hall_node.hall()->map().counts()[SeatState::kHeld], 1u);
    EXPECT_EQ(difference(other, hall_node, buyers), "");
}

TEST_F(Holds, ChoicesOfOneNodeAtTheSameTimeDoNotMeet) {
    std::vector<Buyer> buyers = let_in_all(40);
    std::vector<HoldOutcome> outcomes;
    for (const Buyer& buyer : buyers)
        spawn(hall_node.holds.call(SelectBest{buyer, {.count = 2}}),
              [&](HoldOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    run_until([&] { return outcomes.size() == buyers.size(); });
    EXPECT_TRUE(std::ranges::all_of(outcomes, [](const auto& one) { return one.has_value(); }));
    EXPECT_EQ(selects(hall_node), buyers.size()) << "nobody had to try again";
}

// As many nodes as a few processes with a few loops each.
class ManyNodes : public HallSite {
  protected:
    ManyNodes() : HallSite{rows(60, 20)} {
        for (std::uint64_t i = 0; i < 8; ++i)
            nodes.push_back(std::make_unique<HallNode>(loop, config(), 1000 * i));
        for (const auto& one : nodes)
            run_until([&] { return one->hall() != nullptr; });
    }

    std::vector<std::unique_ptr<HallNode>> nodes;
};

TEST_F(ManyNodes, TheBestOfAllAtOnceGoesToEachOnceAndHardlyAnybodyIsTurnedAway) {
    const std::vector<Buyer> buyers = let_in_all(400);
    std::vector<HoldOutcome> outcomes;
    for (std::size_t i = 0; i < buyers.size(); ++i)
        spawn(nodes[i % nodes.size()]->holds.call(SelectBest{buyers[i], {.count = 2}}),
              [&](HoldOutcome outcome) { outcomes.push_back(std::move(outcome)); });
    run_until([&] { return outcomes.size() == buyers.size(); });
    std::set<seat::SeatIndex> seats;
    int held = 0;
    for (const HoldOutcome& outcome : outcomes) {
        held += outcome ? 1 : 0;
        if (!outcome) EXPECT_EQ(outcome.error().error, HoldError::kUnavailable);
        if (!outcome) continue;
        for (const seat::FencedSeat& one : outcome->seats.seats)
            EXPECT_TRUE(seats.insert(one.seat).second) << "a seat went to two";
    }
    EXPECT_GE(held, 380);
    std::printf("the best for 400 parties on 8 nodes at once: %d have it\n", held);
    // A node sees its own answers immediately. It sees those of other nodes shortly afterwards.
    const auto shown = [&] { return nodes[0]->hall()->map().counts()[SeatState::kHeld]; };
    const auto wanted = 2u * static_cast<unsigned>(held);
    run_until([&] { return shown() == wanted; });
    EXPECT_EQ(shown(), wanted);
}

TEST_F(Holds, TheLastSeatsGoToSomeAndTheOthersAreToldSo) {
    const std::vector<Buyer> buyers = let_in_all(60);
    const auto outcomes = all_want_best(buyers, 2);
    int held = 0;
    for (const HoldOutcome& outcome : outcomes) {
        held += outcome ? 1 : 0;
        if (!outcome && outcome.error().error == HoldError::kHall)
            EXPECT_TRUE(outcome.error().hall.error == HallError::kNotEnough ||
                        outcome.error().hall.error == HallError::kNotTogether);
    }
    EXPECT_GE(held, 45);
    EXPECT_LE(held, 50);
}

TEST_F(Holds, AGuestWhoAsksForTheBestAgainKeepsItsHold) {
    const Buyer buyer = let_in(1);
    const auto first = run(hall_node.holds.call(SelectBest{buyer, {.count = 3}}));
    catch_up(other, hall_node);
    const auto again = run(other.holds.call(SelectBest{buyer, {.count = 3}}));
    EXPECT_EQ(again->seats.seats, first->seats.seats);
    EXPECT_EQ(again->seats.deadline, first->seats.deadline);
}

TEST_F(Holds, TheBestWithinAPrice) {
    const Buyer buyer = let_in(1);
    const auto none = run(hall_node.holds.call(SelectBest{buyer, {.count = 1}, 1'000}));
    EXPECT_EQ(none.error().hall.error, HallError::kNotEnough) << "there are no prices";
}

class QuickReturns : public Holds {
  protected:
    QuickReturns() : Holds{rows(1, 4), {.return_delay_max = Duration{0}}} {}
};

TEST_F(QuickReturns, TheBestLeadsPastWhatTheGuestHasGivenBack) {
    const Buyer buyer = let_in(1);
    const auto first = run(hall_node.holds.call(SelectBest{buyer, {.count = 1}}));
    ASSERT_TRUE(first);
    ASSERT_TRUE(run(hall_node.holds.call(ReleaseSeats{buyer})));
    hall_node.sweeper.start();
    run_until([&] { return hall_node.hall()->map().counts()[SeatState::kFree] == 4; });
    const auto second = run(hall_node.holds.call(SelectBest{buyer, {.count = 1}}));
    ASSERT_TRUE(second);
    EXPECT_NE(second->seats.seats[0].seat, first->seats.seats[0].seat);
}

TEST_F(Holds, ANodeThatHasNotHeardOfALossOffersWhatIsFreeNow) {
    const Buyer one = let_in(1);
    const Buyer two = let_in(2);
    ASSERT_TRUE(select(hall_node, one, {"A0-1", "A0-2"}));
    const auto refused = select(other, two, {"A0-2", "A0-3"});
    EXPECT_EQ(refused.error().hall.seats, (seat::Seats{{1}}));
    EXPECT_EQ(refused.error().hall.offers, (seat::Seats{{2}, {3}}));
}

TEST_F(Holds, SwitchesAndLimitsOfTheViewAreKept) {
    const Buyer buyer = let_in(1);
    auto levers = std::make_shared<sale::SaleLevers>();
    levers->sections_stopped = {"S"};
    hall_node.sale.apply(sale::fact::LeversSet{kEvent, levers});
    const auto stopped = select(hall_node, buyer, {"A0-1"});
    EXPECT_EQ(stopped.error().error, HoldError::kSectionStopped);
    EXPECT_EQ(stopped.error().hall.seats, (seat::Seats{{0}}));
    const auto best = run(hall_node.holds.call(SelectBest{buyer, {.count = 1}}));
    EXPECT_EQ(best.error().hall.error, HallError::kNotEnough);
    hall_node.sale.apply(sale::fact::LeversSet{kEvent, std::make_shared<const sale::SaleLevers>()});
    auto settings = std::make_shared<sale::SaleSettings>();
    settings->seats_per_guest = 2;
    hall_node.sale.apply(sale::fact::SettingsSet{kEvent, settings});
    EXPECT_EQ(select(hall_node, buyer, {"A0-1", "A0-2", "A0-3"}).error().error,
              HoldError::kLimitReached);
    EXPECT_TRUE(select(hall_node, buyer, {"A0-1", "A0-2"}));
}

TEST_F(Holds, WithoutAServerEverybodyIsAnsweredInTime) {
    const Buyer buyer = let_in(1);
    server.pause();
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(select(hall_node, buyer, {"A0-1"}).error().error, HoldError::kOutcomeUnknown);
    EXPECT_LT(std::chrono::steady_clock::now() - before, 3s);
    server.resume();
    run_until([&] { return select(hall_node, buyer, {"A0-1"}).has_value(); });
    EXPECT_EQ(hall_node.state("A0-1"), SeatState::kHeld);
}

TEST_F(Holds, AHoldThatTheOwnViewDoesNotShowIsNotPromised) {
    const Buyer buyer = let_in(1);
    hall_node.feed.follow_only({});
    EXPECT_EQ(select(hall_node, buyer, {"A0-1"}).error().error, HoldError::kOutcomeUnknown);
    run_until([&] { return other.state("A0-1") == SeatState::kHeld; });
    EXPECT_TRUE(select(other, buyer, {"A0-1"})) << "it is safe to ask again";
}

TEST_F(Holds, AHallThatRedisHasLostIsUnavailableUntilItIsToldAgain) {
    const Buyer buyer = let_in(1);
    (void)server.command({"DEL", "hall:{1}:fri"});
    EXPECT_EQ(select(hall_node, buyer, {"A0-1"}).error().error, HoldError::kUnavailable);
}

}  // namespace
}  // namespace onsale::redis
