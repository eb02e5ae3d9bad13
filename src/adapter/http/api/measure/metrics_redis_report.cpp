// Families of /metrics that only a process on Redis shows.
#include <array>

#include "adapter/http/api/measure/metrics_report.hpp"

namespace onsale::http {
namespace {

constexpr double kNanosecond = 1e-9;
constexpr double kMillisecond = 1e-3;

struct Quantile {
    const char* label;
    double share;
};
constexpr std::array<Quantile, 5> kQuantiles = {
    {{"0.5", 0.5}, {"0.9", 0.9}, {"0.95", 0.95}, {"0.99", 0.99}, {"0.999", 0.999}}};

void report_commands(MetricsText& text, const runtime::CommandMap& commands) {
    text.counter("redis_commands_total", "Calls by command or script and outcome.");
    for (const auto& [name, one] : commands)
        report_endings(text, {"command", name}, "outcome", one);
    text.gauge("redis_latency_quantile_seconds",
               "Time from a call to its answer, retries included, since the start, to within 3 "
               "percent.");
    for (const auto& [name, one] : commands)
        for (const Quantile& quantile : kQuantiles)
            text.sample({{"command", name}, {"quantile", quantile.label}},
                        static_cast<double>(one.took_ns().quantile(quantile.share)) * kNanosecond);
    text.counter("redis_latency_seconds_total", "Total latency of all calls.");
    for (const auto& [name, one] : commands)
        text.sample({{"command", name}}, static_cast<double>(one.took_ns().sum()) * kNanosecond);
}

void report_seconds(MetricsText& text, const char* name, const char* help,
                    const std::optional<Duration>& value) {
    text.gauge(name, help);
    if (value) text.sample({}, static_cast<double>(value->count()) * kMillisecond);
}

}  // namespace

void report_redis(MetricsText& text, const ProcessNumbers& numbers) {
    report_commands(text, numbers.commands);
    report_seconds(text, "redis_view_age_seconds",
                   "Time since the oldest view was known to be current.", numbers.view_age);
    report_seconds(text, "redis_clock_ahead_seconds", "Redis' clock minus this machine's clock.",
                   numbers.clock_ahead);
    report(text, numbers.loops.counters, runtime::kFirstRedisRow, runtime::kCounterRows.size());
}

}  // namespace onsale::http
