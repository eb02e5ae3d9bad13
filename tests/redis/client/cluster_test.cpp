#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "adapter/redis/client/client.hpp"
#include "tests/redis/client/load.hpp"
#include "tests/redis/client/on_loop.hpp"
#include "tests/support/redis_cluster.hpp"

namespace onsale::redis {
namespace {

using namespace std::string_literals;
using test::RedisCluster;

// One cluster for all cases. Slots move in these tests, but no node dies.
class ClusterRedis : public OnLoop {
  protected:
    static void SetUpTestSuite() { cluster_ = std::make_unique<RedisCluster>(); }
    static void TearDownTestSuite() { cluster_.reset(); }

    static Config config() {
        Config config;
        config.mode = Mode::kCluster;
        config.seeds = {cluster_->endpoints().back()};  // A replica is sufficient as a seed.
        return config;
    }
    CallResult call(const std::string& key, Command command) {
        return run(client.call(slot_of(key), std::move(command), in(10s)));
    }
    static RedisCluster::Move move_of(const std::string& key) {
        const std::size_t from = cluster_->first_master_of(slot_of(key));
        return {slot_of(key), from, (from + 1) % RedisCluster::kMasters};
    }

    // Redirections that hold from now on.
    std::uint64_t redirected() const {
        return client.counters()["redis_redirections_total"] - client.counters()["redis_asked"];
    }

    static inline std::unique_ptr<RedisCluster> cluster_;
    Client client{loop, config()};
};

TEST_F(ClusterRedis, FindsTheMasterOfEveryKey) {
    for (int i = 0; i < 50; ++i) {
        const std::string key = "spread" + std::to_string(i);
        EXPECT_EQ(*call(key, {"SET", {key, key}}), Reply::status("OK"));
        EXPECT_EQ(*call(key, {"GET", {key}}), Reply::bulk(key));
    }
    EXPECT_EQ(redirected(), 0U);
}

TEST_F(ClusterRedis, AsksEachMaster) {
    const auto answers = run(client.call_on_each_master({"PING", {}}, in(10s)));
    std::set<Endpoint> masters;
    for (const auto& [master, answer] : answers)
        if (answer && answer->text == "PONG") masters.insert(master);
    EXPECT_EQ(masters.size(), RedisCluster::kMasters);
}

TEST_F(ClusterRedis, AWriteCountsWhenItsReplicaHasIt) {
    const Pipeline pipeline{{{"INCR", {"kept"}}}, ReplicaWait{1, 5s}};
    const auto answers = run(client.call(slot_of("kept"), pipeline, in(10s)));
    EXPECT_EQ(*answers, (std::vector{Reply::integer_of(1), Reply::integer_of(1)}));
}

TEST_F(ClusterRedis, FollowsASlotThatHasMoved) {
    const std::string key = "{wanderer}";
    ASSERT_TRUE(call(key, {"SET", {key, "1"}}).has_value());
    const auto move = move_of(key);
    cluster_->begin_move(move);
    (void)cluster_->move_keys(move, 100);
    cluster_->finish_move(move);
    EXPECT_EQ(*call(key, {"INCR", {key}}), Reply::integer_of(2));
    EXPECT_EQ(redirected(), 1U);
    EXPECT_EQ(*call(key, {"INCR", {key}}), Reply::integer_of(3));
    // The client has learned the new node from the first redirection.
    EXPECT_EQ(redirected(), 1U);
}

TEST_F(ClusterRedis, AScriptFollowsItsSlotToANodeThatDoesNotKnowIt) {
    const Script script{"twice", "redis.call('INCR', KEYS[1]) return redis.call('INCR', KEYS[1])"};
    const std::string key = "{script}";
    ASSERT_EQ(*call(key, script.call({{key}}, {})), Reply::integer_of(2));
    const auto move = move_of(key);
    cluster_->begin_move(move);
    (void)cluster_->move_keys(move, 100);
    // ASK first, then NOSCRIPT from the other node.
    EXPECT_EQ(*call(key, script.call({{key}}, {})), Reply::integer_of(4));
    EXPECT_GE(client.counters()["redis_asked"], 1U);
    cluster_->finish_move(move);
    EXPECT_EQ(*call(key, script.call({{key}}, {})), Reply::integer_of(6));
}

TEST_F(ClusterRedis, KeysOnBothSidesOfAMoveAreTriedAgainUntilItIsOver) {
    const std::vector<std::string> keys = {"{both}a", "{both}b"};
    for (const std::string& key : keys)
        ASSERT_TRUE(call(key, {"SET", {key, "x"}}).has_value());
    const auto move = move_of(keys[0]);
    cluster_->begin_move(move);
    (void)cluster_->move_keys(move, 1);
    std::optional<CallResult> answer;
    spawn(client.call(move.slot, {"MGET", std::span{keys}}, in(20s)),
          [&](CallResult result) { answer = std::move(result); });
    run_until([&] { return client.counters()["redis_retries_total"] > 0; });
    (void)cluster_->move_keys(move, 100);
    cluster_->finish_move(move);
    run_until([&] { return answer.has_value(); });
    EXPECT_EQ(**answer, Reply::array({Reply::bulk("x"), Reply::bulk("x")}));
}

// Half of the keys exist before the move. The others are created during the move.
TEST_F(ClusterRedis, AMoveUnderLoadLosesAndDoublesNothing) {
    std::vector<std::string> keys;
    for (int i = 0; i < 400; ++i)
        keys.push_back("{load}" + std::to_string(i));
    Load load{.call_time = 10s};
    for (std::size_t i = 0; i < 200; ++i) {
        ASSERT_TRUE(call(keys[i], {"INCR", {keys[i]}}).has_value());
        load.keys[keys[i]].done = 1;
    }
    for (std::size_t i = 0; i < 16; ++i)
        spawn(increment_all(client, load, keys, i * 25), [](bool) {});
    run_until([&] { return load.calls > 200; });

    const auto move = move_of(keys[0]);
    std::atomic<bool> moved = false;
    std::thread operator_at_work{[&] {
        cluster_->begin_move(move);
        while (cluster_->move_keys(move, 5) > 0) {
        }
        cluster_->finish_move(move);
        moved = true;
    }};
    const auto enough = [&, after = std::size_t{0}]() mutable {
        if (moved && after == 0) after = load.calls + 500;
        return after != 0 && load.calls >= after;
    };
    run_until(enough);
    operator_at_work.join();
    load.goes_on = false;
    run_until([&] { return load.workers == 0; });

    EXPECT_GT(client.counters()["redis_asked"], 0U);
    EXPECT_GT(redirected(), 0U);
    EXPECT_EQ(load.total().unavailable, 0);
    for (const auto& [key, its] : load.keys) {
        const std::int64_t value = std::stoll(call(key, {"GET", {key}})->text);
        EXPECT_GE(value, its.done) << key;
        EXPECT_LE(value, its.done + its.unknown) << key;
    }
}

}  // namespace
}  // namespace onsale::redis
