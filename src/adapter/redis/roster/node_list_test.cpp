#include "adapter/redis/roster/node_list.hpp"

#include <gtest/gtest.h>

#include "tests/support/enum_words.hpp"

namespace onsale::redis {
namespace {

Reply bulk(std::string_view text) {
    return Reply::bulk(text);
}

Reply node(std::string_view id, int port, std::string_view role, int offset,
           std::string_view health) {
    return Reply::array({bulk("id"), bulk(id), bulk("port"), Reply::integer_of(port), bulk("ip"),
                         bulk("127.0.0.1"), bulk("endpoint"), bulk("127.0.0.1"), bulk("role"),
                         bulk(role), bulk("replication-offset"), Reply::integer_of(offset),
                         bulk("health"), bulk(health)});
}

Reply shard(std::vector<Reply> nodes) {
    return Reply::array({bulk("slots"),
                         Reply::array({Reply::integer_of(0), Reply::integer_of(99),
                                       Reply::integer_of(200), Reply::integer_of(200)}),
                         bulk("nodes"), Reply::array(std::move(nodes))});
}

TEST(NodeHealth, HasAWordForEach) {
    test::expect_own_words<NodeHealth>();
    EXPECT_EQ(to_word(NodeHealth::kFailing), "failing");
}

TEST(RedisNodes, OfAShardAreAMasterAndItsReplicas) {
    const auto nodes = nodes_in_shards(Reply::array({shard(
        {node("a", 7001, "replica", 90, "online"), node("b", 7000, "master", 100, "online")})}));
    ASSERT_TRUE(nodes);
    ASSERT_EQ(nodes->size(), 2u);
    EXPECT_EQ(nodes->at(0),
              (NodeNote{.address = "127.0.0.1:7000", .id = "b", .slots = 101, .offset = 100}));
    EXPECT_EQ(nodes->at(1), (NodeNote{.address = "127.0.0.1:7001",
                                      .id = "a",
                                      .master = false,
                                      .replica_of = "127.0.0.1:7000",
                                      .offset = 90,
                                      .behind_by_bytes = 10}));
}

TEST(RedisNodes, AMasterThatFailedIsNobodysMaster) {
    const auto nodes = nodes_in_shards(Reply::array(
        {shard({node("a", 7000, "master", 100, "fail"), node("b", 7001, "master", 120, "online"),
                node("c", 7002, "replica", 120, "loading")})}));
    EXPECT_EQ(nodes->at(0).health, NodeHealth::kFailed);
    EXPECT_EQ(nodes->at(0).slots, 0u);
    EXPECT_EQ(nodes->at(1).slots, 101u);
    EXPECT_EQ(nodes->at(2).replica_of, "127.0.0.1:7001");
    EXPECT_EQ(nodes->at(2).health, NodeHealth::kFailing);
}

TEST(RedisNodes, OfAnotherFormAreNone) {
    EXPECT_EQ(nodes_in_shards(Reply::nil()), std::nullopt);
    EXPECT_EQ(nodes_in_shards(Reply::array({Reply::array({bulk("slots")})})), std::nullopt);
}

TEST(RedisNodes, OfOneServerAreItselfAndItsReplicas) {
    const auto nodes = nodes_in_replication(
        "# Replication\r\nrole:master\r\nconnected_slaves:1\r\n"
        "slave0:ip=10.0.0.2,port=7003,state=online,offset=42,lag=1\r\n"
        "master_failover_state:no-failover\r\nmaster_repl_offset:50\r\n",
        "10.0.0.1:6379");
    ASSERT_EQ(nodes.size(), 2u);
    EXPECT_EQ(nodes[0], (NodeNote{.address = "10.0.0.1:6379", .offset = 50}));
    EXPECT_EQ(nodes[1], (NodeNote{.address = "10.0.0.2:7003",
                                  .master = false,
                                  .replica_of = "10.0.0.1:6379",
                                  .offset = 42,
                                  .behind_by_bytes = 8}));
}

}  // namespace
}  // namespace onsale::redis
