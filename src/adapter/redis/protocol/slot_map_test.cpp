#include "adapter/redis/protocol/slot_map.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

Reply node(std::string_view host, std::int64_t port) {
    return Reply::array({Reply::bulk(host), Reply::integer_of(port), Reply::bulk("id")});
}

Reply range(std::int64_t first, std::int64_t last, std::vector<Reply> nodes) {
    std::vector<Reply> items{Reply::integer_of(first), Reply::integer_of(last)};
    items.insert(items.end(), nodes.begin(), nodes.end());
    return Reply::array(std::move(items));
}

const Endpoint kFirst{"10.0.0.1", 7001};
const Endpoint kSecond{"10.0.0.2", 7002};

SlotMap two_masters() {
    const auto reply =
        Reply::array({range(0, 8191, {node("10.0.0.1", 7001), node("10.0.0.3", 7003)}),
                      range(8192, 16383, {node("10.0.0.2", 7002)})});
    return *SlotMap::from_cluster_slots(reply, "asked");
}

TEST(SlotOf, FollowsTheSpecification) {
    EXPECT_EQ(slot_of("123456789").index, 0x31C3);  // The check value of this CRC is below 16384.
    EXPECT_EQ(slot_of("foo").index, 12182);
    EXPECT_EQ(slot_of("").index, 0);
}

TEST(SlotOf, HashesOnlyTheFirstTag) {
    EXPECT_EQ(slot_of("queue:{42}"), slot_of("42"));
    EXPECT_EQ(slot_of("a{42}b{43}"), slot_of("42"));
    EXPECT_EQ(slot_of("foo{{bar}}zap"), slot_of("{bar"));
}

TEST(SlotOf, HashesTheWholeKeyWhereTheTagIsEmptyOrOpen) {
    EXPECT_NE(slot_of("foo{}{bar}"), slot_of("bar"));
    EXPECT_NE(slot_of("foo{bar"), slot_of("bar"));
}

TEST(SlotMap, KnowsTheMasterOfEverySlot) {
    const SlotMap map = two_masters();
    EXPECT_EQ(map.master_of({0}), kFirst);
    EXPECT_EQ(map.master_of({8191}), kFirst);
    EXPECT_EQ(map.master_of({8192}), kSecond);
    EXPECT_EQ(map.master_of({16383}), kSecond);
}

TEST(SlotMap, NamesReplicasAmongNodesOnly) {
    const SlotMap map = two_masters();
    EXPECT_EQ(map.masters(), (std::vector{kFirst, kSecond}));
    EXPECT_EQ(map.nodes().size(), 3U);
}

TEST(SlotMap, LearnsANewMaster) {
    SlotMap map = two_masters();
    map.set_master({5}, kSecond);
    EXPECT_EQ(map.master_of({5}), kSecond);
    EXPECT_EQ(map.master_of({6}), kFirst);
}

TEST(SlotMap, AMasterWithoutSlotsIsNone) {
    SlotMap map = SlotMap::single(kFirst);
    for (std::uint16_t slot = 0; slot < kSlotCount; ++slot)
        map.set_master({slot}, kSecond);
    EXPECT_EQ(map.masters(), std::vector{kSecond});
}

TEST(SlotMap, TakesTheAskedHostWhereNoneIsNamed) {
    const auto reply = Reply::array({range(0, 1, {node("", 7001)})});
    EXPECT_EQ(SlotMap::from_cluster_slots(reply, "asked")->master_of({0}),
              (Endpoint{"asked", 7001}));
}

TEST(SlotMap, LeavesSlotsOfNobodyOpen) {
    const auto reply = Reply::array({range(0, 1, {node("?", 7001)}), range(2, 3, {node("a", 1)})});
    const auto map = SlotMap::from_cluster_slots(reply, "asked");
    EXPECT_EQ(map->master_of({0}), std::nullopt);
    EXPECT_EQ(map->master_of({2}), (Endpoint{"a", 1}));
}

TEST(SlotMap, RefusesWhatMakesNoSense) {
    const auto read = [](const Reply& reply) { return SlotMap::from_cluster_slots(reply, "a"); };
    EXPECT_FALSE(read(Reply::error("ERR This instance has cluster support disabled")));
    EXPECT_FALSE(read(Reply::array({})));
    EXPECT_FALSE(read(Reply::array({range(0, 16384, {node("a", 1)})})));
    EXPECT_FALSE(read(Reply::array({range(-1, 5, {node("a", 1)})})));
    EXPECT_FALSE(read(Reply::array({Reply::integer_of(3)})));
}

TEST(Endpoint, IsReadFromTheLastColon) {
    EXPECT_EQ(parse_endpoint("10.0.0.1:6379"), (Endpoint{"10.0.0.1", 6379}));
    EXPECT_EQ(parse_endpoint("::1:6379"), (Endpoint{"::1", 6379}));
    EXPECT_EQ(parse_endpoint(":6379"), (Endpoint{"", 6379}));
    for (const auto* wrong : {"host", "host:", "host:0", "host:70000", "host:1x"})
        EXPECT_EQ(parse_endpoint(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace onsale::redis
