#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {
namespace {

// A separate server for each case, because the cases stop and kill it.
class FaultyRedis : public OnLoop {
  protected:
    Config config() const {
        Config config;
        config.seeds = {endpoint_of(server)};
        config.connections_per_node = 1;
        config.connection.queue = {.exchanges_max = 8, .bytes_max = 4096};
        config.connection.answer_max = 300ms;
        config.connection.connect_timeout = 300ms;
        return config;
    }
    CallResult call(Command command, std::chrono::milliseconds time) {
        return run(client.call(Slot{}, std::move(command), in(time)));
    }
    CallResult increment(std::chrono::milliseconds time) { return call({"INCR", {"n"}}, time); }

    test::RedisServer server;
    Client client{loop, config()};
};

TEST_F(FaultyRedis, AStoppedServerEndsACallAtItsDeadline) {
    ASSERT_TRUE(increment(5s).has_value());
    server.pause();
    const auto started = std::chrono::steady_clock::now();
    const auto answer = increment(100ms);
    EXPECT_EQ(answer.error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(answer.error().cause, CallCause::kDeadline);
    EXPECT_LT(std::chrono::steady_clock::now() - started, 5s);
}

TEST_F(FaultyRedis, LateAnswersDoNotReachTheNextCall) {
    ASSERT_TRUE(increment(5s).has_value());
    server.pause();
    EXPECT_FALSE(call({"ECHO", {"late"}}, 50ms).has_value());
    server.resume();
    EXPECT_EQ(*call({"ECHO", {"next"}}, 5s), Reply::bulk("next"));
    EXPECT_EQ(client.counters()["redis_connects_total"], 1U);
}

TEST_F(FaultyRedis, AFullQueueRefusesAtOnceAndNothingIsDone) {
    ASSERT_TRUE(increment(5s).has_value());
    server.pause();
    constexpr std::size_t kCalls = 20;
    std::size_t full = 0;
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < kCalls; ++i)
        spawn(client.call(Slot{}, {"INCR", {"n"}}, in(200ms)), [&](CallResult answer) {
            const CallError error = answer.error();
            full += error == CallError::unavailable(CallCause::kQueueFull, error.words) ? 1 : 0;
            unknown += error.outcome == CallOutcome::kOutcomeUnknown ? 1 : 0;
        });
    run_until([&] { return full + unknown == kCalls; });
    server.resume();
    EXPECT_EQ(unknown, config().connection.queue.exchanges_max);
    EXPECT_EQ(client.counters()["redis_refused_full_total"], kCalls - unknown);
}

TEST_F(FaultyRedis, ACommandBeyondTheBytesOfTheQueueIsRefused) {
    const auto answer = call({"ECHO", {std::string(5000, 'x')}}, 5s);
    EXPECT_EQ(answer.error().cause, CallCause::kQueueFull);
}

TEST_F(FaultyRedis, AConnectionThatOwesAnswersIsGivenUpAndReplaced) {
    ASSERT_TRUE(increment(5s).has_value());
    server.pause();
    while (client.counters()["redis_connections_lost_total"] == 0)
        EXPECT_FALSE(increment(100ms).has_value());
    server.resume();
    EXPECT_TRUE(increment(10s).has_value());
    EXPECT_GE(client.counters()["redis_connects_total"], 2U);
}

TEST_F(FaultyRedis, AKilledServerTellsSentFromUnsent) {
    ASSERT_TRUE(increment(5s).has_value());
    server.pause();
    std::optional<CallResult> in_flight;
    spawn(client.call(Slot{}, {"INCR", {"n"}}, in(10s)),
          [&](CallResult answer) { in_flight = std::move(answer); });
    for (int i = 0; i < 10; ++i)
        loop.poll();  // Sends the command.
    server.kill();
    run_until([&] { return in_flight.has_value(); });
    EXPECT_EQ(in_flight->error().outcome, CallOutcome::kOutcomeUnknown);
    EXPECT_EQ(in_flight->error().cause, CallCause::kConnectionLost);
    EXPECT_EQ(increment(200ms).error().outcome, CallOutcome::kUnavailable);
}

TEST_F(FaultyRedis, ARestartedServerIsFoundAgain) {
    ASSERT_TRUE(increment(5s).has_value());
    server.kill();
    EXPECT_FALSE(increment(100ms).has_value());
    server.start();
    EXPECT_EQ(*increment(10s), Reply::integer_of(1));
}

TEST_F(FaultyRedis, ACallWaitsForAServerThatComesBackInTime) {
    server.kill();
    std::optional<CallResult> answer;
    spawn(client.call(Slot{}, {"INCR", {"n"}}, in(20s)),
          [&](CallResult result) { answer = std::move(result); });
    run_until([&] { return client.counters()["redis_retries_total"] >= 3; });
    server.start();
    run_until([&] { return answer.has_value(); });
    EXPECT_EQ(**answer, Reply::integer_of(1));
}

TEST_F(FaultyRedis, AServerThatNeverSaysHelloHangsNobody) {
    server.pause();  // The kernel still accepts connections for it.
    const auto answer = increment(1s);
    EXPECT_EQ(answer.error().outcome, CallOutcome::kUnavailable);
    EXPECT_GE(client.counters()["redis_connect_failures_total"], 1U);
}

TEST_F(FaultyRedis, AConnectionThatTheServerEndsIsOpenedAgain) {
    ASSERT_TRUE(increment(5s).has_value());
    const auto id = call({"CLIENT", {"ID"}}, 5s);
    (void)server.command({"CLIENT", "KILL", "ID", std::to_string(id->integer)});
    run_until([&] { return client.counters()["redis_connections_lost_total"] == 1; });
    EXPECT_TRUE(increment(5s).has_value());
}

}  // namespace
}  // namespace onsale::redis
