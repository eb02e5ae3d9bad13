#include <gtest/gtest.h>

#include "tests/postgres/client/postgres_site.hpp"
#include "tests/support/server/tcp_proxy.hpp"

namespace onsale::postgres {
namespace {

using test::Flow;

// Between the client and the server there is a proxy that does harm.
class Fault : public OnPostgres {
  protected:
    Config config() const {
        Config config = config_of({{"127.0.0.1", proxy.port()}});
        config.connect_timeout = 500ms;
        return config;
    }
    void SetUp() override {
        OnPostgres::SetUp();
        ASSERT_TRUE(call({take(100, "nobody")}, 10s).has_value());
    }
    Answers call(std::vector<Command> commands, std::chrono::milliseconds time) {
        return run(client.run(std::move(commands), in(time)));
    }
    // Starts a call whose COMMIT reaches the server, and whose answers are lost.
    void start_without_answers(Command command, std::chrono::milliseconds time) {
        proxy.when_requested("commit", [this] { proxy.answers = Flow::kSwallowed; });
        std::vector<Command> commands;
        commands.push_back(std::move(command));
        spawn(client.run(std::move(commands), in(time)),
              [this](Answers its) { answers = std::move(its); });
    }
    void pass_all() { proxy.requests = proxy.answers = Flow::kPassed; }
    std::uint64_t counter(runtime::CounterKey key) const { return client.counters()[key]; }

    test::TcpProxy proxy{loop, server().port()};
    Client client{loop, config()};
    std::optional<Answers> answers;
};

TEST_F(Fault, ALostAnswerToACommitIsUnknownAndTheWorkIsDone) {
    start_without_answers(take(1, "ann"), 300ms);
    run_until([&] { return answers.has_value(); });
    EXPECT_EQ(answers->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(answers->error().cause, CallCause::kDeadline);
    EXPECT_EQ(owner_of(1), "ann");
    EXPECT_EQ(counter("postgres_unknown_total"), 1u);
}

TEST_F(Fault, AConnectionThatIsCutInsteadOfTheAnswerIsUnknown) {
    start_without_answers(take(1, "ann"), 10s);
    wait_for_owner(1);
    EXPECT_FALSE(answers.has_value());
    proxy.cut();
    run_until([&] { return answers.has_value(); });
    EXPECT_EQ(answers->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(answers->error().cause, CallCause::kConnectionLost);
}

// Nobody but the server can tell it from a lost answer.
TEST_F(Fault, ARequestThatIsLostOnItsWayIsUnknown) {
    proxy.requests = Flow::kSwallowed;
    const auto lost = call({take(1, "ann")}, 100ms);
    EXPECT_EQ(lost.error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(count(), "1");
}

TEST_F(Fault, AWholeBatchIsSentBeforeTheFirstAnswer) {
    bool commit_is_sent = false;
    proxy.answers = Flow::kSwallowed;
    proxy.when_requested("commit", [&] { commit_is_sent = true; });
    EXPECT_FALSE(call({take(1, "ann"), {kOwner, {std::int64_t{1}}}}, 200ms).has_value());
    EXPECT_TRUE(commit_is_sent);
}

TEST_F(Fault, AConnectionThatWasCutBeforeTheCallIsReplaced) {
    proxy.cut();
    const auto done = call({take(1, "ann")}, 10s);
    EXPECT_TRUE(done.has_value()) << done.error().words;
    EXPECT_EQ(counter("postgres_connects_total"), 2u);
    EXPECT_EQ(counter("postgres_connections_lost_total"), 1u);
}

TEST_F(Fault, WithoutANewConnectionNothingIsDone) {
    proxy.refuses = true;
    proxy.cut();
    const auto refused = call({take(1, "ann")}, 1s);
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(refused.error().cause, CallCause::kNotConnected);
    EXPECT_EQ(owner_of(1), "");
}

TEST_F(Fault, AnIdleConnectionThatIsCutIsNoticedAtOnce) {
    proxy.cut();
    run_until([&] { return counter("postgres_connections_lost_total") == 1; });
    EXPECT_EQ(counter("postgres_connections"), 0u);
}

TEST_F(Fault, ATransactionCutBeforeItsCommitIsNotDone) {
    auto transaction = run(client.begin(Access::kReadWrite, in(10s)));
    ASSERT_TRUE(run(transaction->run({take(1, "ann")})).has_value());
    proxy.cut();
    const auto lost = run(transaction->commit());
    EXPECT_EQ(lost.error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(lost.error().cause, CallCause::kConnectionLost);
    EXPECT_EQ(owner_of(1), "");
}

TEST_F(Fault, AReadThatIsCutIsNeverUnknown) {
    proxy.answers = Flow::kSwallowed;
    const auto lost = run(client.read({{kOwner, {std::int64_t{1}}}}, in(100ms)));
    EXPECT_EQ(lost.error(), CallError::unavailable(CallCause::kDeadline, "no answer in time"));
}

TEST_F(Fault, ACommandThatCommitsByItselfMayBeDone) {
    proxy.answers = Flow::kSwallowed;
    const auto lost = run(client.run_alone(take(1, "ann"), in(200ms)));
    EXPECT_EQ(lost.error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(counter("postgres_unknown_total"), 1u);
}

TEST_F(Fault, AfterADeadlineTheConnectionIsReplacedAndKnowsItsStatements) {
    proxy.answers = Flow::kSwallowed;
    EXPECT_FALSE(call({take(1, "ann")}, 100ms).has_value());
    pass_all();
    const auto done = call({take(2, "bob"), {kOwner, {std::int64_t{2}}}}, 10s);
    ASSERT_TRUE(done.has_value()) << done.error().words;
    EXPECT_EQ(done->back().row<std::string>(0), std::tuple{"bob"s});
    EXPECT_EQ(counter("postgres_connects_total"), 2u);
}

// The server answers in order, so the COMMIT has not begun.
TEST_F(Fault, AServerThatEndsTheConnectionBeforeTheCommitHasDoneNothing) {
    spawn(client.run({take(1, "ann"), {kSleep, {60}}}, in(30s)),
          [&](Answers its) { answers = std::move(its); });
    const std::string end =
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select "
        "pg_sleep%'";
    run_until([&] { return server().sql(end) == "t"; });
    run_until([&] { return answers.has_value(); });
    EXPECT_EQ(answers->error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(answers->error().cause, CallCause::kConnectionLost);
    EXPECT_EQ(answers->error().sqlstate, "57P01");
    EXPECT_EQ(owner_of(1), "");
}

TEST_F(Fault, AConnectionThatClosesInAPipelineDoesNotSpin) {
    proxy.when_requested("commit", [this] { proxy.cut(); });
    const std::vector<Command> commands(20, Command{kSleep, {0}});
    EXPECT_EQ(call(commands, 10s).error().cause, CallCause::kConnectionLost);
    loop.restart();
    EXPECT_LT(loop.run_for(100ms), 20u) << "events";
}

TEST_F(Fault, ASlowNetworkOnlyTakesLonger) {
    proxy.delay = 30ms;
    EXPECT_TRUE(call({take(1, "ann"), take(2, "bob")}, 10s).has_value());
}

TEST_F(Fault, TriesAreFewHoweverManyCallsWait) {
    proxy.refuses = true;
    proxy.cut();
    const std::size_t before = proxy.connections;
    int over = 0;
    for (int seat = 1; seat <= 50; ++seat)
        spawn(client.run({take(seat, "guest")}, in(400ms)), [&](const Answers& its) {
            EXPECT_EQ(its.error().outcome, CallOutcome::kUnavailable);
            ++over;
        });
    run_until([&] { return over == 50; });
    // The delays are at least 10, 20, 40, 80, 160 ms; some tries begin before the first failure.
    EXPECT_LE(proxy.connections - before, 6 + config().connections_max);
    proxy.refuses = false;
    EXPECT_TRUE(call({take(1, "ann")}, 10s).has_value());
}

// Eight failures would otherwise mean a delay of at least 3.2 s.
TEST_F(Fault, TriesThatFailTogetherAreOneFailure) {
    Config slow = config();
    slow.reconnect = {.first = 50ms, .longest = 60s};
    Client other{loop, slow};
    proxy.refuses = true;
    std::size_t done = 0;
    for (std::size_t seat = 1; seat <= slow.connections_max; ++seat)
        spawn(other.run({take(static_cast<std::int64_t>(seat), "guest")}, in(2500ms)),
              [&](const Answers& its) { done += its.has_value() ? 1 : 0; });
    run_until([&] {
        return other.counters()["postgres_connect_failures_total"] >= slow.connections_max;
    });
    proxy.refuses = false;
    run_until([&] { return done == slow.connections_max; });
}

TEST_F(Fault, AServerThatIsSilentAtTheLoginIsGivenUp) {
    proxy.answers = Flow::kSwallowed;
    proxy.cut();
    const auto refused = call({take(1, "ann")}, 2s);
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(refused.error().cause, CallCause::kNotConnected);
    EXPECT_NE(refused.error().words.find("did not log us in in time"), std::string::npos);
    pass_all();
    EXPECT_TRUE(call({take(1, "ann")}, 10s).has_value());
}

TEST_F(Fault, AHostThatIsSilentIsPassedOver) {
    proxy.answers = Flow::kSwallowed;
    Config two = config();
    two.hosts.push_back(host_of(server()));
    Client other{loop, two};
    EXPECT_TRUE(run(other.run({take(1, "ann")}, in(10s))).has_value());
    const std::size_t tried = proxy.connections;
    auto one = run(other.begin(Access::kReadWrite, in(10s)));
    EXPECT_TRUE(run(other.run({take(2, "bob")}, in(10s))).has_value());
    EXPECT_EQ(proxy.connections, tried) << "the host that served last comes first";
}

}  // namespace
}  // namespace onsale::postgres
