// The roster lists processes by their own reports, and servers by the reports of the other servers.
#include <algorithm>

#include "adapter/redis/roster/node_list.hpp"
#include "adapter/redis/roster/process_roster.hpp"
#include "tests/redis/client/on_loop.hpp"
#include "tests/support/redis_cluster.hpp"

namespace onsale::redis {
namespace {

constexpr Instant kNow = instant_from_ms(1'800'000'000'000);

ProcessNote note(const std::string& name, Instant said_at = kNow) {
    return {.name = name, .roles = {"queue"}, .state = "ready", .said_at = said_at};
}

class OneServer : public OnLoop {
  protected:
    Config config() const {
        Config made;
        made.seeds = {endpoint_of(server)};
        return made;
    }
    std::vector<std::string> names(Instant now = kNow) {
        std::vector<std::string> found;
        const auto notes = run(read_roster(client, now, in(1s)));
        for (const ProcessNote& one : *notes)
            found.push_back(one.name);
        return found;
    }

    test::RedisServer server;
    Client client{loop, config()};
};

TEST_F(OneServer, ProcessesAreListedByNameAsTheySpokeLast) {
    EXPECT_TRUE(run(announce(client, note("b"), in(1s))));
    EXPECT_TRUE(run(announce(client, note("a", kNow - 1s), in(1s))));
    EXPECT_TRUE(run(announce(client, note("a"), in(1s))));
    EXPECT_EQ(names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(run(read_roster(client, kNow, in(1s)))->front(), note("a"));
}

TEST_F(OneServer, AProcessThatIsLongSilentIsStruckOff) {
    EXPECT_TRUE(run(announce(client, note("old", kNow - kProcessForgotten), in(1s))));
    EXPECT_TRUE(run(announce(client, note("new"), in(1s))));
    (void)server.command({"HSET", std::string{kProcessesKey}, "odd", "no note"});
    EXPECT_EQ(names(), std::vector<std::string>{"new"});
    EXPECT_EQ(server.command({"HLEN", std::string{kProcessesKey}}).integer, 1);
}

TEST_F(OneServer, IsAMasterAndKnowsItsReplicas) {
    test::RedisServer replica;
    (void)replica.command({"REPLICAOF", "127.0.0.1", std::to_string(server.port())});
    const auto nodes = [&] { return *run(read_nodes(client, config(), in(1s))); };
    run_until([&] {
        const NodeNotes seen = nodes();
        return seen.size() == 2 && std::ranges::all_of(seen, [](const NodeNote& one) {
                   return one.health == NodeHealth::kOk;
               });
    });
    const NodeNotes seen = nodes();
    const auto of_replica = std::ranges::find(seen, false, &NodeNote::master);
    ASSERT_NE(of_replica, seen.end());
    EXPECT_EQ(of_replica->replica_of, to_text(endpoint_of(server)));
    EXPECT_EQ(of_replica->address, to_text(endpoint_of(replica)));
}

TEST_F(OneServer, ThatDoesNotAnswerTellsNothing) {
    server.kill();
    EXPECT_EQ(run(read_roster(client, kNow, in(200ms))), std::nullopt);
    EXPECT_EQ(run(read_nodes(client, config(), in(200ms))), std::nullopt);
    EXPECT_FALSE(run(announce(client, note("a"), in(200ms))));
}

class ManyServers : public OnLoop {};

TEST_F(ManyServers, AreThreeMastersWithAReplicaEach) {
    test::RedisCluster cluster;
    Config config;
    config.mode = Mode::kCluster;
    config.seeds = cluster.endpoints();
    Client client{loop, config};
    const auto nodes = run(read_nodes(client, config, in(5s)));
    ASSERT_TRUE(nodes);
    EXPECT_EQ(nodes->size(), 2 * test::RedisCluster::kMasters);
    std::uint32_t slots = 0;
    for (const NodeNote& node : *nodes) {
        slots += node.slots;
        EXPECT_EQ(node.replica_of.empty(), node.master) << node.address;
    }
    EXPECT_EQ(slots, 16'384u);
}

}  // namespace
}  // namespace onsale::redis
