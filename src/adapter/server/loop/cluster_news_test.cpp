#include "adapter/server/loop/cluster_news.hpp"

#include <gtest/gtest.h>

namespace onsale::server {
namespace {

using namespace std::chrono_literals;

struct Log {
    ClusterNews news{[this](runtime::LogLevel, std::string_view message,
                            std::span<const runtime::LogField> fields) {
        std::string line{message};
        for (const auto& field : fields)
            line += " " + std::string{field.name} + "=" + field.value;
        lines.push_back(std::move(line));
    }};
    std::vector<std::string> lines;

    std::vector<std::string> look(RedisSight sight, std::chrono::seconds at = 0s) {
        lines.clear();
        news.look(std::move(sight), ClusterNews::SteadyTime{} + at);
        return lines;
    }
};

struct Count {
    runtime::CounterKey key;
    std::uint64_t value;
};

runtime::Counters counted(std::initializer_list<Count> counts) {
    runtime::Counters counters;
    for (const Count& one : counts)
        counters[one.key] = one.value;
    return counters;
}

using Lines = std::vector<std::string>;

TEST(ClusterNews, AStartIsNoNews) {
    Log log;
    EXPECT_EQ(log.look({.counters = counted({{"redis_connects_total", 12}}), .masters = {"a:1"}}),
              Lines{});
    EXPECT_EQ(log.look({.counters = counted({{"redis_connects_total", 14}}), .masters = {"a:1"}}),
              Lines{});
}

TEST(ClusterNews, LostConnectionsAreOneLineAndThoseMadeAgainAnother) {
    Log log;
    log.look({.counters = counted({{"redis_connects_total", 12}})});
    EXPECT_EQ(log.look({.counters = counted(
                            {{"redis_connects_total", 12}, {"redis_connections_lost_total", 7}})}),
              Lines{"connections to Redis were lost lost=7"});
    EXPECT_EQ(log.look({.counters = counted(
                            {{"redis_connects_total", 12}, {"redis_connections_lost_total", 7}})}),
              Lines{});
    EXPECT_EQ(log.look({.counters = counted(
                            {{"redis_connects_total", 18}, {"redis_connections_lost_total", 7}})}),
              Lines{"connections to Redis were made again made=6 lost=7"});
    EXPECT_EQ(log.look({.counters = counted(
                            {{"redis_connects_total", 19}, {"redis_connections_lost_total", 7}})}),
              Lines{});
}

TEST(ClusterNews, AnOutageHasABeginningAndAnEnd) {
    Log log;
    log.look({.counters = counted({{"redis_connect_failures_total", 1}})});
    EXPECT_EQ(log.look({.gone = true,
                        .counters = counted({{"redis_connections_lost_total", 0},
                                             {"redis_connect_failures_total", 4}})},
                       10s),
              Lines{"Redis does not answer connections_lost=0"});
    EXPECT_EQ(
        log.look({.gone = true, .counters = counted({{"redis_connect_failures_total", 9}})}, 11s),
        Lines{});
    EXPECT_EQ(log.look({.counters = counted({{"redis_connect_failures_total", 24}})}, 17s),
              Lines{"Redis answers again after_seconds=7 failed_connects=20"});
}

TEST(ClusterNews, AFailoverNamesTheMasters) {
    Log log;
    log.look({.masters = {"a:1", "b:1"}});
    EXPECT_EQ(log.look({}), Lines{});  // The masters are unknown for a moment.
    EXPECT_EQ(log.look({.masters = {"b:1", "c:1"}}),
              Lines{"Redis has other masters before=a:1 b:1 now=b:1 c:1"});
}

TEST(ClusterNews, WorkIsCountedSinceTheLastLook) {
    Log log;
    log.look({.counters =
                  counted({{"redis_view_resyncs_total", 1}, {"scheduler_leases_taken_total", 1}})});
    EXPECT_EQ(log.look({.counters = counted({{"redis_view_resyncs_total", 4},
                                             {"store_lines_told_again_total", 2},
                                             {"reconciler_drift_total", 50'000},
                                             {"reconciler_repaired_total", 50'000},
                                             {"scheduler_leases_taken_total", 2},
                                             {"scheduler_leases_lost_total", 1}})}),
              (Lines{"views were read again from Redis views=3",
                     "lines were written to Redis again lines=2",
                     "halls in Redis were repaired differed=50000 repaired=50000",
                     "leases of lines changed hands taken=1 lost=1"}));
}

}  // namespace
}  // namespace onsale::server
