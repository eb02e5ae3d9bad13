// Deadlines are extended by the time during which no guest could be served.
#include "adapter/redis/schedule/line_scheduler.hpp"
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

class Gap : public LineSite {
  protected:
    Gap()
        : LineSite{{.max_active = 1,
                    .server_arguments = {"--appendonly", "yes", "--appendfsync", "always"}}} {
        scheduler.emplace(loop, node.caller, ScheduleConfig{.owner = "one", .step = 10ms});
        scheduler->follow({kEvent});
        (void)enter(1);
        run_until([&] { return standing(1) == Standing::kAdmitted; });
        run_until([&] { return !beat().empty(); });
    }

    std::string beat() const { return server.command({"HGET", "line:{1}", "beat"}).text; }
    // Simulates that no script has run for `time`.
    void silence(std::chrono::milliseconds time) {
        scheduler.reset();
        const auto earlier = std::to_string(std::stoll(beat()) - time.count());
        (void)server.command({"HSET", "line:{1}", "beat", earlier});
    }
    Duration behind() const { return node.line()->clock().behind(); }

    std::optional<LineScheduler> scheduler;
};

TEST_F(Gap, ThatAServerLeavesMovesEveryDeadline) {
    silence(1h);  // Longer than an admission.
    server.kill();
    server.start();
    scheduler.emplace(loop, node.caller,
                      ScheduleConfig{.owner = "two", .step = 10ms, .sweep_every = 10ms});
    scheduler->follow({kEvent});
    run_until([&] { return behind() > Duration{0}; });
    EXPECT_GE(behind(), 1h);
    EXPECT_LT(behind(), 1h + 1min);
    run_until([&] { return scheduler->counters()["scheduler_steps_total"] > 5; });
    EXPECT_EQ(standing(1), Standing::kAdmitted);
    const Duration moved = behind();
    EXPECT_EQ(std::stoll(server.command({"HGET", "line:{1}", "behind"}).text), moved.count());
}

TEST_F(Gap, IsFoundByWhoeverComesFirst) {
    silence(1h);
    (void)enter(2);
    EXPECT_GE(behind(), 1h);
}

TEST_F(Gap, OfASecondIsNone) {
    silence(2s);
    (void)enter(2);
    EXPECT_EQ(behind(), Duration{0});
}

TEST_F(Gap, MovesNothingThatStandsStillAnyway) {
    apply({{kEvent, waiting_room::fact::DeadlinesFrozen{true}}});
    run_until([&] { return node.line()->clock().frozen(); });
    silence(1h);
    (void)enter(2);
    EXPECT_EQ(behind(), Duration{0});
    EXPECT_EQ(server.command({"HGET", "line:{1}", "behind"}).text, "");
}

TEST_F(Gap, IsNoneWhileScriptsRun) {
    const std::string first = beat();
    run_until([&] { return beat() != first; });
    EXPECT_EQ(behind(), Duration{0});
}

class Moves : public LineSite {
  protected:
    void move(Duration by) { apply({{kEvent, waiting_room::fact::DeadlinesMoved{by}}}); }
    Duration behind() const { return node.line()->clock().behind(); }
    std::unique_ptr<waiting_room::WaitingRoom> copy_of_room() const {
        std::string bytes;
        ByteWriter out{bytes};
        relay.room().save(out);
        ByteReader in{bytes};
        return waiting_room::WaitingRoom::load(in);
    }
};

TEST_F(Moves, ThatAFailoverLostAreToldAgain) {
    (void)server.command({"SAVE"});
    move(5min);
    run_until([&] { return behind() == 5min; });
    const auto told_again = [&] { return node.client.counters()["store_lines_told_again_total"]; };
    const std::uint64_t told = told_again();
    server.kill();
    server.start();
    ASSERT_EQ(server.command({"HGET", "line:{1}", "behind"}).text, "");
    run_until([&] { return told_again() > told && relay.is_idle(kEvent); });
    EXPECT_EQ(server.command({"HGET", "line:{1}", "behind"}).text, "300000");
    EXPECT_EQ(behind(), 5min);
}

// The process of the store has died after writing its journal and before the relay has sent it.
TEST_F(Moves, ThatTheLastProcessDidNotTellAreTold) {
    move(1min);
    run_until([&] { return behind() == 1min; });
    watch->close();
    const std::uint64_t told = relay.change();
    std::uint64_t asked_after = 0;
    LineRelay next{{loop, node.caller, numbers},
                   copy_of_room(),
                   told + 1,
                   {.block = kBlock},
                   [&](EventId, std::uint64_t after) {
                       asked_after = after;
                       return std::vector<DeadlineMove>{{told + 1, 5min}};
                   }};
    const auto next_watch =
        std::make_shared<LineWatch>(loop, node.caller, next, WatchConfig{.every = 20ms});
    next_watch->start();
    run_until([&] { return behind() == 6min; });
    EXPECT_EQ(asked_after, told);
    next.continue_from(next.change() + 1);
    next.tell_all(kEvent);
    run_until([&] { return next.is_idle(kEvent); });
    EXPECT_EQ(server.command({"HGET", "line:{1}", "behind"}).text, "360000");
    next_watch->close();
}

// The store has also made another decision before the loss was noticed.
TEST_F(Moves, ThatWereNotToldComeBeforeWhatIsDecidedNext) {
    watch->close();
    const std::uint64_t told = relay.change();
    LineRelay next{
        {loop, node.caller, numbers},
        copy_of_room(),
        told + 1,
        {.block = kBlock},
        [&](EventId, std::uint64_t) { return std::vector<DeadlineMove>{{told + 1, 5min}}; }};
    next.apply({waiting_room::Fact{kEvent, waiting_room::fact::DeadlinesMoved{1min}}}, {});
    run_until([&] { return next.is_idle(kEvent); });
    run_until([&] { return behind() != Duration{0}; });
    EXPECT_EQ(behind(), 6min);
}

class Signs : public LineSite {};

TEST_F(Signs, OfLifeThatRedisDidNotTakeGoWithTheNext) {
    (void)enter(1);
    server.kill();
    ASSERT_TRUE(node.lines.seen(kEvent, {Number{1}}, 1000s));
    run_until([&] {
        const auto commands = node.client.commands();
        return commands.contains("line_seen") &&
               commands.at("line_seen")[runtime::CommandEnd::kUnavailable] +
                       commands.at("line_seen")[runtime::CommandEnd::kUnknown] ==
                   1;
    });
    server.start();
    // An empty server does not know this number, but the call reaches it.
    ASSERT_TRUE(node.lines.seen(kEvent, {}, 1000s));
    run_until([&] {
        return node.client.commands().at("line_seen")[runtime::CommandEnd::kAnswered] == 1;
    });
}

}  // namespace
}  // namespace onsale::redis
