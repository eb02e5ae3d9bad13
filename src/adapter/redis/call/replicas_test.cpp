#include "adapter/redis/call/replicas.hpp"

#include <gtest/gtest.h>

namespace onsale::redis {
namespace {

using namespace std::chrono_literals;

TEST(ReplicaCount, IsOfThoseThatAreOnlineAndReportInTime) {
    const std::string_view info =
        "# Replication\r\nrole:master\r\nconnected_slaves:4\r\n"
        "slave0:ip=127.0.0.1,port=7003,state=online,offset=42,lag=1\r\n"
        "slave1:ip=127.0.0.1,port=7004,state=wait_bgsave,offset=0,lag=0\r\n"
        "slave2:ip=127.0.0.1,port=7005,state=online,offset=42,lag=12\r\n"
        "slave3:ip=127.0.0.1,port=7006,state=online,offset=42,lag=2\r\n"
        "slave_expires_tracked_keys:0\r\n";
    EXPECT_EQ(count_replicas(info, 2s), 2);
}

TEST(ReplicaCount, IsNoneWhereNothingIsSaid) {
    EXPECT_EQ(count_replicas("", 2s), 0);
    EXPECT_EQ(count_replicas("role:master\r\nconnected_slaves:0\r\n", 2s), 0);
}

}  // namespace
}  // namespace onsale::redis
