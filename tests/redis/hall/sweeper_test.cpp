// Deadlines in halls.
#include "tests/redis/hall/hall_site.hpp"

namespace onsale::redis {
namespace {

constexpr seat::HallRules kShort{.hold_ttl = 300ms, .return_delay_max = 300ms};

class Sweeper : public HallSite {
  protected:
    Sweeper() : HallSite{rows(10, 10), kShort} {
        hall_node.sweeper.start();
        other.sweeper.start();
    }

    HallNode other{loop, config(), 100};
};

TEST_F(Sweeper, AHoldIsReturnedWithinASecondOfItsDeadlineByTheServersClock) {
    const auto held = select(hall_node, let_in(1), {"A0-1", "A0-2"});
    ASSERT_TRUE(held);
    run_until([&] { return !hall_node.ends().empty(); });
    const Instant ended = hall_node.ends().front();
    EXPECT_GE(ended, held->seats.deadline);
    EXPECT_LT(ended - held->seats.deadline, 1s);
    EXPECT_NE(hall_node.state("A0-1"), SeatState::kHeld);
}

TEST_F(Sweeper, ReturnedSeatsAreFreeAfterTheirDelay) {
    ASSERT_TRUE(select(hall_node, let_in(1), {"A0-1"}));
    run_until([&] { return hall_node.hall()->map().version() == 3; });
    EXPECT_EQ(hall_node.state("A0-1"), SeatState::kFree);
    catch_up(other, hall_node);
    EXPECT_EQ(hall_node.ends().size(), 1u) << "two sweepers end a hold once";
    run_until([&] {
        return hall_node.client.counters()["hall_swept_total"] +
                   other.client.counters()["hall_swept_total"] ==
               2;
    });
    EXPECT_EQ(hall_node.client.counters()["hall_sweep_failures_total"], 0u);
}

TEST_F(Sweeper, MoreHoldsThanOneCallEndsDoNotWaitForTheNextRound) {
    hall_node.sweeper.close();
    other.sweeper.close();
    HallNode few{loop, config(), 7, {}, {.randoms = 4}};
    few.sweeper.start();
    const std::vector<Buyer> buyers = let_in_all(60);
    Instant last_deadline;
    for (const Buyer& buyer : buyers)
        spawn(hall_node.holds.call(sale::command::SelectBest{buyer, {.count = 1}}),
              [&](const HoldOutcome& held) {
                  last_deadline = std::max(last_deadline, held->seats.deadline);
              });
    run_until([&] { return hall_node.ends().size() == buyers.size(); });
    EXPECT_LT(hall_node.ends().back() - last_deadline, 1s);
}

TEST_F(Sweeper, AHallInWhichNothingIsHeldIsOnlyLookedAt) {
    const auto looks = [&] {
        auto commands = hall_node.client.commands();
        return commands["EXISTS"][runtime::CommandEnd::kAnswered];
    };
    run_until([&] { return looks() >= 3; });
    EXPECT_EQ(hall_node.client.counters()["hall_sweeps_total"], 0u);
}

TEST_F(Sweeper, AFailureIsCountedAndTriedAgain) {
    ASSERT_TRUE(select(hall_node, let_in(1), {"A0-1"}));
    server.pause();
    run_until([&] { return hall_node.client.counters()["hall_sweep_failures_total"] > 0; });
    server.resume();
    run_until([&] { return !hall_node.ends().empty(); });
}

}  // namespace
}  // namespace onsale::redis
