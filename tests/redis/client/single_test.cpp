#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/on_loop.hpp"

namespace onsale::redis {
namespace {

using namespace std::string_literals;

// One server for all cases. Each case uses its own keys.
class SingleRedis : public OnLoop {
  protected:
    static void SetUpTestSuite() { server_ = std::make_unique<test::RedisServer>(); }
    static void TearDownTestSuite() { server_.reset(); }

    static Config config() {
        Config config;
        config.seeds = {endpoint_of(*server_)};
        return config;
    }
    CallResult call(Command command) {
        return run(client.call(Slot{}, std::move(command), in(5s)));
    }

    // Number of connections that concurrent calls use.
    std::size_t connections_of(int calls, bool in_order) {
        std::set<std::int64_t> ids;
        int answered = 0;
        for (int i = 0; i < calls; ++i)
            spawn(client.call(Slot{}, Pipeline{{{"CLIENT", {"ID"}}}, {}, in_order}, in(5s)),
                  [&](const Answers& answers) {
                      ids.insert(answers->front().integer);
                      ++answered;
                  });
        run_until([&] { return answered == calls; });
        return ids.size();
    }

    static inline std::unique_ptr<test::RedisServer> server_;
    Client client{loop, config()};
};

TEST_F(SingleRedis, BringsAnyBytesThereAndBack) {
    const std::string value = "a\0b\r\n\xff"s;
    ASSERT_EQ(*call({"SET", {"bytes", value}}), Reply::status("OK"));
    EXPECT_EQ(*call({"GET", {"bytes"}}), Reply::bulk(value));
}

TEST_F(SingleRedis, AnErrorOfTheCommandIsAnAnswer) {
    ASSERT_TRUE(call({"SET", {"text", "x"}}).has_value());
    EXPECT_EQ(call({"LPUSH", {"text", "y"}})->error_code(), "WRONGTYPE");
}

TEST_F(SingleRedis, GivesAThousandCallsAtOnceTheirOwnAnswers) {
    constexpr int kCalls = 1000;
    int right = 0;
    int over = 0;
    for (int i = 0; i < kCalls; ++i) {
        const std::string word = std::to_string(i);
        spawn(client.call(Slot{}, Command{"ECHO", {word}}, in(10s)), [&, word](CallResult answer) {
            right += answer && answer->text == word ? 1 : 0;
            ++over;
        });
    }
    run_until([&] { return over == kCalls; });
    EXPECT_EQ(right, kCalls);
    EXPECT_LE(client.counters()["redis_connects_total"], config().connections_per_node);
}

TEST_F(SingleRedis, AScriptGoesByDigestAfterTheFirstTime) {
    (void)server_->command({"SCRIPT", "FLUSH"});
    const Script script{"add", "return redis.call('INCRBY', KEYS[1], ARGV[1])"};
    EXPECT_EQ(*call(script.call({{"sum"s}}, {{"2"s}})), Reply::integer_of(2));
    EXPECT_EQ(server_->command({"SCRIPT", "EXISTS", script.digest()}).items.at(0).integer, 1);
    EXPECT_EQ(*call(script.call({{"sum"s}}, {{"3"s}})), Reply::integer_of(5));
    EXPECT_EQ(client.commands().at("add")[runtime::CommandEnd::kAnswered], 2U);
}

TEST_F(SingleRedis, AScriptThatFailsIsAnAnswerAndCounted) {
    const Script script{"broken", "return redis.call('NOSUCHCOMMAND')"};
    EXPECT_TRUE(call(script.call({}, {}))->is_error());
    EXPECT_EQ(client.commands().at("broken")[runtime::CommandEnd::kError], 1U);
}

TEST_F(SingleRedis, APipelineIsCarriedOutInOrder) {
    const Pipeline pipeline{{{"SET", {"order", "1"}}, {"INCR", {"order"}}, {"GET", {"order"}}}, {}};
    const auto answers = run(client.call(Slot{}, pipeline, in(5s)));
    EXPECT_EQ(*answers, (std::vector{Reply::status("OK"), Reply::integer_of(2), Reply::bulk("2")}));
}

TEST_F(SingleRedis, CallsThatMustStayInOrderShareAConnection) {
    EXPECT_EQ(connections_of(4, true), 1u);
    EXPECT_EQ(connections_of(4, false), 2u) << "else this shows nothing";
}

TEST_F(SingleRedis, AWriteTellsHowManyReplicasHaveIt) {
    const Pipeline pipeline{{{"INCR", {"alone"}}}, ReplicaWait{1, 20ms}};
    const auto answers = run(client.call(Slot{}, pipeline, in(5s)));
    EXPECT_EQ(*answers, (std::vector{Reply::integer_of(1), Reply::integer_of(0)}));
}

TEST_F(SingleRedis, WaitingForAReplicaHoldsUpNobodyElse) {
    int over = 0;
    for (int i = 0; i < 8; ++i)
        spawn(client.call(Slot{}, Pipeline{{{"INCR", {"wait"}}}, ReplicaWait{1, 20s}}, in(30s)),
              [&over](const Answers&) { ++over; });
    EXPECT_EQ(*call({"PING", {}}), Reply::status("PONG"));
    EXPECT_EQ(over, 0);
}

TEST_F(SingleRedis, ACommandTheServerRefusesIsCertainlyNotDone) {
    (void)server_->command({"CONFIG", "SET", "min-replicas-to-write", "1"});
    const auto refused = call({"INCR", {"refused"}});
    (void)server_->command({"CONFIG", "SET", "min-replicas-to-write", "0"});
    EXPECT_EQ(refused.error().outcome, CallOutcome::kUnavailable);
    EXPECT_TRUE(refused.error().words.starts_with("NOREPLICAS"));
    EXPECT_TRUE(call({"GET", {"refused"}})->is_nil());
}

TEST_F(SingleRedis, ATemporaryRefusalIsWaitedFor) {
    (void)server_->command({"REPLICAOF", "127.0.0.1", "1"});
    std::optional<CallResult> answer;
    spawn(client.call(Slot{}, {"INCR", {"readonly"}}, in(10s)),
          [&](CallResult result) { answer = std::move(result); });
    run_until([&] { return client.counters()["redis_retries_total"] > 0; });
    (void)server_->command({"REPLICAOF", "NO", "ONE"});
    run_until([&] { return answer.has_value(); });
    EXPECT_EQ(**answer, Reply::integer_of(1));
}

TEST_F(SingleRedis, AsksEachMasterOnce) {
    const auto answers = run(client.call_on_each_master({"PING", {}}, in(5s)));
    ASSERT_EQ(answers.size(), 1U);
    EXPECT_EQ(*answers[0].answer, Reply::status("PONG"));
}

TEST_F(SingleRedis, ShowsItsNameAndCountsItsCalls) {
    EXPECT_NE(call({"CLIENT", {"LIST"}})->text.find("name=onsale"), std::string::npos);
    const runtime::Counters& counters = client.counters();
    EXPECT_EQ(counters["redis_connects_total"], 1U);
    EXPECT_EQ(counters["redis_connections"], 1U);
    EXPECT_EQ(counters["redis_pipeline_depth"], 0U);
    EXPECT_EQ(client.commands().at("CLIENT").took_ns().count(), 1U);
    EXPECT_GT(client.commands().at("CLIENT").took_ns().quantile(0.999), 0U);
}

TEST_F(SingleRedis, AClientMayCloseBeforeItsFirstConnectionIsTried) {
    std::optional<CallResult> answer;
    spawn(client.call(Slot{}, {"PING", {}}, in(5s)),
          [&](CallResult result) { answer = std::move(result); });
    loop.poll_one();  // Starts the call.
    client.close();
    run_until([&] { return answer.has_value(); });
    EXPECT_EQ(answer->error().outcome, CallOutcome::kUnavailable);
    EXPECT_EQ(answer->error().cause, CallCause::kClosed);
}

TEST_F(SingleRedis, WithoutASeedThereIsNoStart) {
    Config nowhere;
    nowhere.seeds.clear();
    EXPECT_THROW((Client{loop, nowhere}), std::runtime_error);
}

TEST_F(SingleRedis, CallsBeyondTheLimitAreRefused) {
    Config narrow = config();
    narrow.calls_max = 2;
    Client crowded{loop, narrow};
    int refused = 0;
    int over = 0;
    for (int i = 0; i < 5; ++i)
        spawn(crowded.call(Slot{}, {"PING", {}}, in(5s)), [&](const CallResult& answer) {
            refused += !answer && answer.error().cause == CallCause::kQueueFull ? 1 : 0;
            ++over;
        });
    run_until([&] { return over == 5; });
    EXPECT_EQ(refused, 3);
}

TEST_F(SingleRedis, AClosedClientRefuses) {
    client.close();
    EXPECT_EQ(call({"PING", {}}).error().cause, CallCause::kClosed);
}

}  // namespace
}  // namespace onsale::redis
