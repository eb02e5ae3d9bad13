#include <memory>

#include <gtest/gtest.h>

#include "tests/postgres/client/postgres_site.hpp"
#include "tests/support/server/server_process.hpp"

namespace onsale::postgres {
namespace {

constexpr Statement kIsStandby{"is_standby", "select pg_is_in_recovery()"};

struct Pair {
    test::PostgresServer primary{test::PostgresOptions{}};
    test::PostgresServer standby{primary, "standby1"};

    // Waits until the standby has all that the primary has.
    void catch_up() const {
        const std::string at = primary.sql("select pg_current_wal_lsn()");
        const std::string question = "select pg_last_wal_replay_lsn() >= '" + at + "'";
        ASSERT_TRUE(test::comes_true([&] { return standby.sql(question) == "t"; }, 30s));
    }
};

// One pair for all cases. The one that promotes the standby has its own.
class Failover : public test::OnLoop {
  protected:
    static void SetUpTestSuite() { pair_ = std::make_unique<Pair>(); }
    static void TearDownTestSuite() { pair_.reset(); }

    void SetUp() override { make_seats(primary); }
    void TearDown() override { primary.set("synchronous_standby_names", ""); }

    static Config config(Role role, const Pair& pair = *pair_) {
        Config config = config_of({host_of(pair.standby), host_of(pair.primary)});
        config.role = role;
        return config;
    }
    bool works_on_standby(Client& client) {
        const auto rows = run(client.read({{kIsStandby}}, in(10s)));
        EXPECT_TRUE(rows.has_value()) << rows.error().words;
        const auto [is_standby] = rows->front().row<bool>(0);
        return is_standby;
    }
    // A commit needs a standby that is not there. The checkpointer puts the setting in force, some
    // time after sessions show it, so this waits until a commit does not end.
    void require_replication() {
        primary.set("synchronous_standby_names", "nobody");
        Config config_of_probe = config(Role::kPrimary);
        config_of_probe.application_name = "probe";
        Client probe{loop, config_of_probe};
        std::int64_t seat = 1000;
        run_until([&] { return !run(probe.run({take(++seat, "probe")}, in(100ms))); });
    }
    // Cancels or ends the session of the client while its commit waits for a standby.
    void when_it_waits(const std::string& function) {
        const std::string order = "select " + function +
                                  "(pid) from pg_stat_activity "
                                  "where wait_event = 'SyncRep' and application_name = 'onsale'";
        run_until([&] { return primary.sql(order) == "t"; });
    }
    void start(Client& client, Command command, std::chrono::milliseconds time) {
        std::vector<Command> commands;
        commands.push_back(std::move(command));
        spawn(client.run(std::move(commands), in(time)),
              [this](Answers its) { answers = std::move(its); });
    }
    static std::string read_owner(const test::PostgresServer& server, const std::string& seat) {
        return server.sql("select owner from seats where id = " + seat);
    }

    static inline std::unique_ptr<Pair> pair_;
    test::PostgresServer& primary = pair_->primary;
    test::PostgresServer& standby = pair_->standby;
    std::optional<Answers> answers;
};

TEST_F(Failover, AClientWorksOnTheHostThatHasItsRole) {
    Client writer{loop, config(Role::kPrimary)};
    Client reader{loop, config(Role::kStandby)};
    Client any{loop, config(Role::kAny)};
    EXPECT_TRUE(run(writer.run({take(1, "ann")}, in(10s))).has_value());
    pair_->catch_up();
    EXPECT_FALSE(works_on_standby(writer));
    EXPECT_TRUE(works_on_standby(reader));
    EXPECT_TRUE(works_on_standby(any)) << "the first host";
    const auto refused = run(any.run({take(2, "bob")}, in(10s)));
    EXPECT_EQ(refused.error().cause, CallCause::kReadOnly);
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
}

TEST_F(Failover, AClientFollowsAPromotion) {
    Pair pair;
    make_seats(pair.primary);
    Client writer{loop, config(Role::kPrimary, pair)};
    Client reader{loop, config(Role::kStandby, pair)};
    ASSERT_TRUE(run(writer.run({take(1, "ann")}, in(10s))).has_value());
    EXPECT_TRUE(works_on_standby(reader));
    pair.catch_up();
    pair.primary.kill();
    run_until([&] { return writer.counters()["postgres_connections"] == 0; });
    const auto refused = run(writer.run({take(2, "bob")}, in(200ms)));
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
    pair.standby.promote();
    const auto done = run(writer.run({take(2, "bob")}, in(30s)));
    ASSERT_TRUE(done.has_value()) << done.error().words;
    EXPECT_EQ(read_owner(pair.standby, "2"), "bob");
    // It reads on where it was until the server says that it is no standby any more.
    run_until([&] {
        const auto read = run(reader.read({{kIsStandby}}, in(100ms)));
        return !read && read.error().words.ends_with("is no standby");
    });
}

TEST_F(Failover, ACancelledWaitForAStandbyIsUnknownAndTheWorkIsDone) {
    Client writer{loop, config(Role::kPrimary)};
    ASSERT_TRUE(run(writer.run({take(1, "ann")}, in(10s))).has_value());
    require_replication();
    start(writer, take(2, "bob"), 30s);
    when_it_waits("pg_cancel_backend");
    run_until([&] { return answers.has_value(); });
    EXPECT_EQ(answers->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(answers->error().cause, CallCause::kNotReplicated);
    EXPECT_EQ(read_owner(primary, "2"), "bob");
    EXPECT_EQ(writer.counters()["postgres_connections"], 1u) << "the connection is kept";
}

TEST_F(Failover, ACancelledWaitIsUnknownForACommandThatCommitsByItself) {
    Client writer{loop, config(Role::kPrimary)};
    require_replication();
    std::optional<Answer> answer;
    spawn(writer.run_alone(take(1, "ann"), in(30s)), [&](Answer its) { answer = std::move(its); });
    when_it_waits("pg_cancel_backend");
    run_until([&] { return answer.has_value(); });
    EXPECT_EQ(answer->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(answer->error().cause, CallCause::kNotReplicated);
}

TEST_F(Failover, AServerThatStopsInTheWaitForAStandbyLeavesItUnknown) {
    Client writer{loop, config(Role::kPrimary)};
    require_replication();
    start(writer, take(1, "ann"), 30s);
    when_it_waits("pg_terminate_backend");
    run_until([&] { return answers.has_value(); });
    EXPECT_EQ(answers->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(read_owner(primary, "1"), "ann");
}

TEST_F(Failover, ACommitThatWaitsForAStandbyUntilTheDeadlineIsUnknown) {
    Client writer{loop, config(Role::kPrimary)};
    ASSERT_TRUE(run(writer.run({take(1, "ann")}, in(10s))).has_value());
    require_replication();
    start(writer, take(2, "bob"), 200ms);
    run_until([&] { return answers.has_value(); });
    EXPECT_EQ(answers->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(answers->error().cause, CallCause::kDeadline);
    primary.set("synchronous_standby_names", "standby1");
    run_until([&] { return read_owner(standby, "2") == "bob"; });
}

}  // namespace
}  // namespace onsale::postgres
