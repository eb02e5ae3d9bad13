#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/redis/client/blocking_reader.hpp"
#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/load.hpp"
#include "tests/redis/client/on_loop.hpp"
#include "tests/redis/client/subscriber.hpp"
#include "tests/support/redis_cluster.hpp"

namespace onsale::redis {
namespace {

using test::RedisCluster;

// How long after its deadline a call may end on a busy machine.
constexpr std::chrono::seconds kSlack{2};

// One cluster for all cases. Each case has a key on its own master, which it stops or kills.
class Failover : public OnLoop {
  protected:
    static void SetUpTestSuite() {
        cluster_ = std::make_unique<RedisCluster>();
        cases_ = 0;
    }
    static void TearDownTestSuite() { cluster_.reset(); }

    static Config config() {
        Config config;
        config.mode = Mode::kCluster;
        config.seeds = cluster_->endpoints();
        return config;
    }
    static std::string key_at(std::size_t wanted) {
        for (int i = 0;; ++i) {
            const std::string key = "{event" + std::to_string(i) + "}";
            if (cluster_->first_master_of(slot_of(key)) == wanted) return key;
        }
    }
    std::size_t master_index() const { return cluster_->first_master_of(slot_of(key)); }
    test::RedisServer& master() const { return cluster_->node(master_index()); }
    bool has_taken_over() const {
        return cluster_->node(RedisCluster::kMasters + master_index()).info("role") == "master";
    }
    CallResult call(Command command, std::chrono::milliseconds time) {
        return run(client.call(slot_of(key), std::move(command), in(time)));
    }

    static inline std::unique_ptr<RedisCluster> cluster_;
    static inline std::size_t cases_ = 0;
    const std::string key = key_at(cases_++);
    Client client{loop, config()};
};

TEST_F(Failover, AKilledMasterCostsOnlyTheCallsOfItsTime) {
    Load load{.call_time = 500ms, .wait = ReplicaWait{1, 400ms}};
    for (std::size_t i = 0; i < 16; ++i)
        spawn(increment_all(client, load, {key}, i), [](bool) {});
    run_until([&] { return load.calls > 500; });
    master().kill();
    run_until([&] { return has_taken_over(); });
    master().start();  // It returns as a replica, which WAIT needs.
    const auto done_before = load.total().done;
    run_until([&] { return load.total().done > done_before + 500; });
    load.goes_on = false;
    run_until([&] { return load.workers == 0; });

    EXPECT_LT(load.latest, kSlack);
    EXPECT_GT(load.total().unavailable + load.total().unknown, 0);
    const Increments total = load.total();
    const CallResult counted = call({"GET", {key}}, 10s);
    ASSERT_TRUE(counted.has_value()) << counted.error().words;
    const std::int64_t value = std::stoll(counted->text);
    // Increments that a replica had confirmed have survived, and none was performed twice.
    EXPECT_GE(value, total.done);
    EXPECT_LE(value, total.done + total.unknown);
}

TEST_F(Failover, AStoppedMasterIsReplacedWithoutARestart) {
    ASSERT_TRUE(call({"INCR", {key}}, 10s).has_value());
    master().pause();
    CallResult answer = call({"INCR", {key}}, 300ms);
    EXPECT_EQ(answer.error().outcome, CallOutcome::kOutcomeUnknown);
    for (int tries = 0; tries < 100 && !answer; ++tries)
        answer = call({"INCR", {key}}, 300ms);
    master().resume();
    EXPECT_TRUE(answer.has_value());
}

awaitable<CallResult> read_next(BlockingReader& reader, std::string key) {
    const Command read{"XREAD", {"BLOCK", "500", "STREAMS", key, "0"}};
    for (int tries = 0; tries < 100; ++tries) {
        auto answer = co_await reader.call(slot_of(key), read, in(1s));
        if (answer && answer->kind == Reply::Kind::kArray) co_return answer;
    }
    co_return fail(CallError::unavailable(CallCause::kDeadline));
}

TEST_F(Failover, AReaderAndASubscriberFollowTheNewMaster) {
    BlockingReader reader{client};
    int confirmed = 0;
    std::string heard;
    Subscriber subscriber{client,
                          slot_of(key),
                          Channels::kSharded,
                          {.message = [&](auto, auto message) { heard = message; },
                           .listening = [&](auto) { ++confirmed; }}};
    ASSERT_TRUE(subscriber.subscribe(key + "news"));
    std::optional<CallResult> read;
    spawn(read_next(reader, key + "stream"), [&](CallResult answer) { read = std::move(answer); });
    run_until([&] { return confirmed == 1; });

    master().kill();
    run_until([&] { return confirmed == 2; });
    ASSERT_TRUE(call({"SPUBLISH", {key + "news", "hello"}}, 20s).has_value());
    ASSERT_TRUE(call({"XADD", {key + "stream", "*", "f", "v"}}, 20s).has_value());
    run_until([&] { return read.has_value() && !heard.empty(); });
    EXPECT_EQ(heard, "hello");
    EXPECT_EQ((*read)->items.at(0).items.at(0).text, key + "stream");
}

}  // namespace
}  // namespace onsale::redis
