#include "adapter/server/loop/cluster_news.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onsale::server {
namespace {

using runtime::LogField;

constexpr runtime::CounterKey kFailures{"redis_connect_failures_total"};

LogField count(std::string_view name, std::uint64_t value) {
    return {name, std::to_string(value)};
}

LogField list(std::string_view name, const std::vector<std::string>& values) {
    return {name, fmt::format("{}", fmt::join(values, " "))};
}

}  // namespace

ClusterNews::ClusterNews(Write write) : write_(std::move(write)) {}

void ClusterNews::look(RedisSight now, SteadyTime at) {
    look_at_connections(now);
    look_at_answers(now, at);
    look_at_masters(now);
    look_at_work(now);
    std::vector<std::string> known = std::move(last_.masters);
    last_ = std::move(now);
    if (last_.masters.empty()) last_.masters = std::move(known);
}

void ClusterNews::look_at_connections(const RedisSight& now) {
    const std::uint64_t lost = grown(now, "redis_connections_lost_total");
    const std::uint64_t made = grown(now, "redis_connects_total");
    if (lost > 0)
        write_(runtime::LogLevel::kWarning, "connections to Redis were lost",
               std::vector{count("lost", lost)});
    lost_ += lost;
    if (lost_ == 0 || made == 0) return;
    write_(runtime::LogLevel::kInfo, "connections to Redis were made again",
           std::vector{count("made", made), count("lost", lost_)});
    lost_ = 0;
}

void ClusterNews::look_at_answers(const RedisSight& now, SteadyTime at) {
    if (now.gone == last_.gone) return;
    if (now.gone) {
        gone_since_ = at;
        at_loss_ = now;
        return write_(
            runtime::LogLevel::kError, "Redis does not answer",
            std::vector{count("connections_lost", now.counters["redis_connections_lost_total"])});
    }
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(at - gone_since_);
    write_(runtime::LogLevel::kInfo, "Redis answers again",
           std::vector{
               count("after_seconds", static_cast<std::uint64_t>(seconds.count())),
               count("failed_connects", now.counters[kFailures] - at_loss_.counters[kFailures])});
}

// Ignores an unknown map. The next known map is compared with the last known one.
void ClusterNews::look_at_masters(const RedisSight& now) {
    if (now.masters.empty() || last_.masters.empty() || now.masters == last_.masters) return;
    write_(runtime::LogLevel::kWarning, "Redis has other masters",
           std::vector{list("before", last_.masters), list("now", now.masters)});
}

void ClusterNews::look_at_work(const RedisSight& now) {
    if (const auto views = grown(now, "redis_view_resyncs_total"); views > 0)
        write_(runtime::LogLevel::kWarning, "views were read again from Redis",
               std::vector{count("views", views)});
    if (const auto lines = grown(now, "store_lines_told_again_total"); lines > 0)
        write_(runtime::LogLevel::kInfo, "lines were written to Redis again",
               std::vector{count("lines", lines)});
    const auto drifted = grown(now, "reconciler_drift_total");
    const auto repaired = grown(now, "reconciler_repaired_total");
    if (drifted + repaired > 0)
        write_(runtime::LogLevel::kWarning, "halls in Redis were repaired",
               std::vector{count("differed", drifted), count("repaired", repaired)});
    const auto taken = grown(now, "scheduler_leases_taken_total");
    const auto lost = grown(now, "scheduler_leases_lost_total");
    if (taken + lost > 0)
        write_(lost > 0 ? runtime::LogLevel::kWarning : runtime::LogLevel::kInfo,
               "leases of lines changed hands",
               std::vector{count("taken", taken), count("lost", lost)});
}

}  // namespace onsale::server
