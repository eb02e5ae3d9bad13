#include <memory>
#include <stdexcept>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <gtest/gtest.h>

#include "tests/postgres/client/postgres_site.hpp"

namespace onsale::postgres {
namespace {

class PoolTest : public OnPostgres {
  protected:
    static Config config(std::size_t connections_max) {
        Config config = config_of({host_of(server())});
        config.connections_max = connections_max;
        config.waiting_max = 2;
        config.application_name = name();
        return config;
    }
    void start(Client& client, Command command, Deadline deadline = in(10s)) {
        std::vector<Command> commands;
        commands.push_back(std::move(command));
        spawn(client.run(std::move(commands), deadline),
              [this](Answers answers) { ended.push_back(std::move(answers)); });
    }
    // The name of the case: calls of an earlier one may sleep on.
    static std::string name() {
        return testing::UnitTest::GetInstance()->current_test_info()->name();
    }
    static bool server_sleeps() {
        return server().sql(
                   "select count(*) from pg_stat_activity where wait_event = 'PgSleep' "
                   "and application_name = '" +
                   name() + "'") != "0";
    }

    std::vector<Answers> ended;
};

TEST_F(PoolTest, OpensAConnectionForEachCallAtTheSameTime) {
    Client client{loop, config(3)};
    auto one = run(client.begin(Access::kReadWrite, in(10s)));
    auto two = run(client.begin(Access::kReadWrite, in(10s)));
    EXPECT_EQ(client.counters()["postgres_connections"], 2u);
    one = fail(CallError{});
    EXPECT_EQ(client.counters()["postgres_connections_idle"], 1u);
    EXPECT_TRUE(run(client.begin(Access::kReadWrite, in(10s))).has_value());
    EXPECT_EQ(client.counters()["postgres_connects_total"], 2u);
}

TEST_F(PoolTest, RefusesAtOnceWhenTooManyWait) {
    Client client{loop, config(1)};
    auto holder = run(client.begin(Access::kReadWrite, in(10s)));
    for (int seat = 0; seat < 3; ++seat)
        start(client, take(seat, "guest"));
    run_until([&] { return ended.size() == 1; });
    EXPECT_EQ(ended[0].error(), CallError::unavailable(CallCause::kTooManyCalls,
                                                       "too many calls wait for a connection"));
    EXPECT_EQ(client.counters()["postgres_refused_full_total"], 1u);
    EXPECT_EQ(client.counters()["postgres_waiting"], 2u);
    holder = fail(CallError{});
    run_until([&] { return ended.size() == 3; });
    EXPECT_TRUE(ended[1].has_value());
    EXPECT_EQ(count(), "2");
    EXPECT_EQ(client.counters()["postgres_waits_total"], 3u) << "one for the connection itself";
}

TEST_F(PoolTest, ACallThatWaitsInVainEndsAtItsDeadline) {
    Client client{loop, config(1)};
    const auto holder = run(client.begin(Access::kReadWrite, in(10s)));
    const auto late = run(client.run({take(1, "ann")}, in(50ms)));
    EXPECT_EQ(late.error(),
              CallError::unavailable(CallCause::kDeadline, "no connection was free in time"));
    EXPECT_EQ(client.counters()["postgres_waiting"], 0u);
}

TEST_F(PoolTest, ServesInOrder) {
    Client client{loop, config(1)};
    auto holder = run(client.begin(Access::kReadWrite, in(10s)));
    start(client, take(1, "first"));
    start(client, take(1, "second"));
    run_until([&] { return client.counters()["postgres_waiting"] == 2; });
    holder = fail(CallError{});
    run_until([&] { return ended.size() == 2; });
    EXPECT_TRUE(ended[0].has_value());
    EXPECT_EQ(owner_of(1), "first");
}

TEST_F(PoolTest, ClosingEndsCallsUnderWayAndThoseThatWait) {
    Client client{loop, config(1)};
    start(client, {kSleep, {60}});
    run_until(server_sleeps);
    start(client, take(1, "ann"));
    run_until([&] { return client.counters()["postgres_waiting"] == 1; });
    client.close();
    run_until([&] { return ended.size() == 2; });
    for (const Answers& answers : ended)
        EXPECT_EQ(answers.error().cause, CallCause::kClosed);
    EXPECT_NE(ended[0].error().outcome, ended[1].error().outcome) << "one was sent";
    EXPECT_EQ(run(client.run({take(2, "bob")}, in(10s))).error().cause, CallCause::kClosed);
    EXPECT_EQ(client.counters()["postgres_connections"], 0u);
}

TEST_F(PoolTest, AClientMayGoWhileItsCallsAreUnderWay) {
    auto client = std::make_unique<Client>(loop, config(1));
    start(*client, {kSleep, {60}});
    run_until(server_sleeps);
    client.reset();
    run_until([&] { return ended.size() == 1; });
    EXPECT_EQ(ended[0].error().cause, CallCause::kClosed);
}

TEST_F(PoolTest, AClientMayGoWhileItConnects) {
    auto client = std::make_unique<Client>(loop, config(1));
    start(*client, take(1, "ann"));
    loop.poll();
    client.reset();
    run_until([&] { return ended.size() == 1; });
    EXPECT_EQ(ended[0].error(),
              CallError::unavailable(CallCause::kClosed, "the client was closed"));
}

// Nothing may be leaked or touched twice; the address sanitizer looks.
TEST_F(PoolTest, ALoopMayGoWithCallsUnderWay) {
    auto own_loop = std::make_unique<boost::asio::io_context>(1);
    auto client = std::make_unique<Client>(*own_loop, config(1));
    for (int call = 0; call < 2; ++call)
        boost::asio::co_spawn(*own_loop, client->run({{kSleep, {60}}}, in(60s)),
                              [](const std::exception_ptr&, const Answers&) {});
    const auto limit = in(30s);
    while (!server_sleeps() && std::chrono::steady_clock::now() < limit)
        own_loop->run_one_for(10ms);
    EXPECT_EQ(client->counters()["postgres_connections"], 1u);
    EXPECT_EQ(client->counters()["postgres_waiting"], 1u);
    client.reset();
    own_loop.reset();
}

TEST_F(PoolTest, ACancelledCallGivesUpItsConnection) {
    Client client{loop, config(1)};
    boost::asio::cancellation_signal signal;
    std::optional<Answers> answers;
    boost::asio::co_spawn(
        loop, client.run({{kSleep, {60}}}, in(60s)),
        boost::asio::bind_cancellation_slot(
            signal.slot(), [&](const std::exception_ptr&, Answers its) { answers = its; }));
    run_until(server_sleeps);
    signal.emit(boost::asio::cancellation_type::terminal);
    run_until([&] { return answers.has_value(); });
    EXPECT_FALSE(answers->has_value());
    EXPECT_TRUE(run(client.run_alone(take(1, "ann"), in(10s))).has_value());
    EXPECT_EQ(client.counters()["postgres_connects_total"], 2u);
}

TEST_F(PoolTest, AServerThatBecomesReadOnlyIsNotThePrimaryAnyMore) {
    Client client{loop, config(1)};
    ASSERT_TRUE(run(client.run({take(1, "ann")}, in(10s))).has_value());
    server().set("default_transaction_read_only", "on");
    const auto read_only = run(client.run({take(2, "bob")}, in(10s)));
    const auto refused = run(client.run({take(2, "bob")}, in(1s)));
    server().set("default_transaction_read_only", "off");
    EXPECT_EQ(read_only.error().cause, CallCause::kReadOnly);
    EXPECT_EQ(refused.error().cause, CallCause::kNotConnected);
    EXPECT_TRUE(refused.error().words.ends_with("is read-only")) << refused.error().words;
    EXPECT_TRUE(run(client.run({take(2, "bob")}, in(10s))).has_value());
}

TEST_F(PoolTest, WhatCannotWorkDoesNotStart) {
    Config nowhere = config(1);
    nowhere.hosts.clear();
    EXPECT_THROW((Client{loop, nowhere}), std::runtime_error);
    EXPECT_THROW((Client{loop, config(0)}), std::runtime_error);
    Config without_file = config(1);
    without_file.password_file = "/nowhere/password";
    EXPECT_THROW((Client{loop, without_file}), std::runtime_error);
    Config without_ca = config(1);
    without_ca.tls = TlsConfig{.ca_file = "/nowhere/ca.pem"};
    EXPECT_THROW((Client{loop, without_ca}), std::runtime_error);
}

}  // namespace
}  // namespace onsale::postgres
