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

using Lines = std::vector<std::string>;

TEST(ClusterNews, AStartIsNoNews) {
    Log log;
    EXPECT_EQ(log.look({.connects = 12, .masters = {"a:1"}}), Lines{});
    EXPECT_EQ(log.look({.connects = 14, .masters = {"a:1"}}), Lines{});
}

TEST(ClusterNews, LostConnectionsAreOneLineAndThoseMadeAgainAnother) {
    Log log;
    log.look({.connects = 12});
    EXPECT_EQ(log.look({.connects = 12, .connections_lost = 7}),
              Lines{"connections to Redis were lost lost=7"});
    EXPECT_EQ(log.look({.connects = 12, .connections_lost = 7}), Lines{});
    EXPECT_EQ(log.look({.connects = 18, .connections_lost = 7}),
              Lines{"connections to Redis were made again made=6 lost=7"});
    EXPECT_EQ(log.look({.connects = 19, .connections_lost = 7}), Lines{});
}

TEST(ClusterNews, AnOutageHasABeginningAndAnEnd) {
    Log log;
    log.look({.connect_failures = 1});
    EXPECT_EQ(log.look({.gone = true, .connections_lost = 0, .connect_failures = 4}, 10s),
              Lines{"Redis does not answer connections_lost=0"});
    EXPECT_EQ(log.look({.gone = true, .connect_failures = 9}, 11s), Lines{});
    EXPECT_EQ(log.look({.connect_failures = 24}, 17s),
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
    log.look({.views_anew = 1, .leases_taken = 1});
    EXPECT_EQ(log.look({.views_anew = 4,
                        .lines_told_again = 2,
                        .seats_drifted = 50'000,
                        .seats_repaired = 50'000,
                        .leases_taken = 2,
                        .leases_lost = 1}),
              (Lines{"views were read again from Redis views=3",
                     "lines were written to Redis again lines=2",
                     "halls in Redis were repaired differed=50000 repaired=50000",
                     "leases of lines changed hands taken=1 lost=1"}));
}

}  // namespace
}  // namespace onsale::server
