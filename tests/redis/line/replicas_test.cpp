// How many replicas a join waits for if fewer than configured are available.
#include "tests/redis/line/line_site.hpp"

namespace onsale::redis {
namespace {

class ReplicatedLine : public LineSite {
  protected:
    ReplicatedLine() : LineSite{{.server_arguments = {"--repl-diskless-sync-delay", "0"}}} {
        run_until([&] { return server.info("connected_slaves") == "1"; });
        run_until([&] { return replica.info("master_link_status") == "up"; });
        // After a full copy the stream starts only with the first acknowledgement of the replica,
        // up to a second later.
        (void)server.command({"SET", "probe", "1"});
        run_until([&] { return replica.command({"GET", "probe"}).text == "1"; });
    }
    EnterOutcome enter_by(Node& by, std::uint32_t name) {
        run_until([&] { return by.line() != nullptr; });
        return run(by.lines.call(waiting_room::command::Enter{kEvent, guest(name), {}, {}}));
    }
    std::string wait_calls() const {
        const std::string text = server.command({"INFO", "commandstats"}).text;
        const auto from = text.find("cmdstat_wait:");
        return from == text.npos ? "" : text.substr(from, text.find(',', from) - from);
    }
    std::unique_ptr<Node> careful(int at_least = 0) {
        return std::make_unique<Node>(
            loop, config(),
            ScriptCallConfig{.replicas = 1, .replica_timeout = 200ms, .replicas_min = at_least});
    }

    test::RedisServer replica{{"--replicaof", "127.0.0.1 " + std::to_string(server.port())}};
};

TEST_F(ReplicatedLine, AJoinIsOnTheReplicaWhenItIsAnswered) {
    const auto by = careful(1);
    ASSERT_TRUE(enter_by(*by, 1).has_value());
    EXPECT_EQ(replica.command({"HLEN", "number:{1}"}).integer, 1);
    EXPECT_EQ(by->client.counters()["redis_replicas_missed_total"], 0u);
}

TEST_F(ReplicatedLine, WithoutItsReplicaAJoinIsAnsweredAllTheSameAndCounted) {
    const auto by = careful();
    ASSERT_TRUE(enter_by(*by, 1).has_value());
    replica.kill();
    EXPECT_EQ(enter_by(*by, 2), Number{2});
    const std::string waits = wait_calls();
    EXPECT_EQ(enter_by(*by, 3), Number{3});
    EXPECT_EQ(wait_calls(), waits) << "it waited for nobody";
    EXPECT_EQ(by->client.counters()["redis_replicas_missed_total"], 2u);
}

TEST_F(ReplicatedLine, AReplicaThatComesBackIsWaitedForAgain) {
    const auto by = careful();
    replica.kill();
    (void)enter_by(*by, 1);
    (void)enter_by(*by, 2);
    const auto missed = [&] { return by->client.counters()["redis_replicas_missed_total"]; };
    ASSERT_EQ(missed(), 2u);
    replica.start();
    std::uint32_t name = 3;
    run_until([&] {
        const std::uint64_t before = missed();
        (void)enter_by(*by, name++);
        return missed() == before;
    });
    EXPECT_EQ(replica.command({"HLEN", "number:{1}"}).integer, name - 1);
}

TEST_F(ReplicatedLine, WithFewerThanThereMustBeNothingIsTried) {
    const auto by = careful(1);
    ASSERT_TRUE(enter_by(*by, 1).has_value());
    replica.kill();
    EXPECT_EQ(enter_by(*by, 2).error(), EnterError::kOutcomeUnknown);
    EXPECT_EQ(enter_by(*by, 3).error(), EnterError::kUnavailable);
    EXPECT_EQ(by->client.counters()["redis_replicas_refused_total"], 1u);
    EXPECT_EQ(server.command({"HLEN", "number:{1}"}).integer, 2);
}

// The replica keeps its connection open without answering. After two seconds joins stop waiting for
// it.
TEST_F(ReplicatedLine, APausedReplicaKeepsNobodyWaitingForLong) {
    const auto by = careful();
    (void)enter_by(*by, 1);
    replica.pause();
    std::uint32_t name = 2;
    run_until([&] {
        const std::string waits = wait_calls();
        EXPECT_TRUE(enter_by(*by, name++).has_value());
        return wait_calls() == waits;
    });
    replica.resume();
}

}  // namespace
}  // namespace onsale::redis
