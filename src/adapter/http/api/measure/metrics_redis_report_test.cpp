#include <gtest/gtest.h>

#include "adapter/http/api/measure/metrics_report.hpp"

namespace onsale::http {
namespace {

using namespace std::chrono_literals;
using runtime::CommandEnd;

std::string page_of(const ProcessNumbers& redis) {
    MetricsText text;
    report_redis(text, redis);
    return text.take();
}

bool has(const std::string& page, std::string_view line) {
    return page.find(std::string{line} + "\n") != page.npos;
}

TEST(RedisMetrics, EveryCommandHasItsCountsAndQuantiles) {
    ProcessNumbers redis;
    runtime::CommandMetrics& enter = redis.commands["line_enter"];
    for (int i = 0; i < 1000; ++i)
        enter.add(CommandEnd::kAnswered, i < 998 ? 1ms : 500ms);
    enter[CommandEnd::kError] = 2;
    enter[CommandEnd::kUnavailable] = 3;
    enter[CommandEnd::kUnknown] = 1;
    const std::string page = page_of(redis);
    EXPECT_TRUE(
        has(page, R"(onsale_redis_commands_total{command="line_enter",outcome="answered"} 1000)"));
    EXPECT_TRUE(
        has(page, R"(onsale_redis_commands_total{command="line_enter",outcome="error"} 2)"));
    EXPECT_TRUE(
        has(page, R"(onsale_redis_commands_total{command="line_enter",outcome="unavailable"} 3)"));
    EXPECT_TRUE(
        has(page, R"(onsale_redis_commands_total{command="line_enter",outcome="unknown"} 1)"));
    const auto quantile = [&](std::string_view share) {
        const std::string start =
            R"(onsale_redis_latency_quantile_seconds{command="line_enter",quantile=")" +
            std::string{share} + "\"} ";
        const auto at = page.find(start);
        return at == page.npos ? -1.0 : std::stod(page.substr(at + start.size()));
    };
    EXPECT_NEAR(quantile("0.5"), 0.001, 0.0001);
    EXPECT_NEAR(quantile("0.99"), 0.001, 0.0001);
    EXPECT_NEAR(quantile("0.999"), 0.5, 0.05);
}

TEST(RedisMetrics, TheViewsAgeIsThereOnceItIsKnown) {
    ProcessNumbers redis;
    EXPECT_EQ(page_of(redis).find("\nonsale_redis_view_age_seconds "), std::string::npos);
    redis.view_age = 340ms;
    redis.clock_ahead = -1500ms;
    const std::string page = page_of(redis);
    EXPECT_TRUE(has(page, "onsale_redis_view_age_seconds 0.34"));
    EXPECT_TRUE(has(page, "onsale_redis_clock_ahead_seconds -1.5"));
}

TEST(RedisMetrics, NamesAreThereOnceAndSayWhatTheyCount) {
    ProcessNumbers redis;
    redis.loops.counters["scheduler_leases_lost_total"] = 4;
    redis.loops.counters["redis_pipeline_depth"] = 9;
    const std::string page = page_of(redis);
    EXPECT_TRUE(has(page, "onsale_scheduler_leases_lost_total 4"));
    EXPECT_TRUE(has(page, "# TYPE onsale_scheduler_leases_lost_total counter"));
    EXPECT_TRUE(has(page, "onsale_redis_pipeline_depth 9"));
    EXPECT_TRUE(has(page, "# TYPE onsale_redis_pipeline_depth gauge"));
    EXPECT_EQ(page.find("# TYPE onsale_redis_calls"), page.rfind("# TYPE onsale_redis_calls"));
}

}  // namespace
}  // namespace onsale::http
