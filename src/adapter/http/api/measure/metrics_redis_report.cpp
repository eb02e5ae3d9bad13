#include "adapter/http/api/measure/metrics_redis_report.hpp"

#include <algorithm>
#include <array>

namespace onsale::http {
namespace {

constexpr double kNanosecond = 1e-9;
constexpr double kMillisecond = 1e-3;

enum class Kind : std::uint8_t { kCounter, kGauge };

struct Figure {
    const char* name;
    const char* help;
    std::uint64_t RedisNumbers::* value;
    Kind kind = Kind::kCounter;
};

using R = RedisNumbers;

constexpr auto kFigures = std::to_array<Figure>({
    {"redis_connects_total", "Connections opened.", &R::connects},
    {"redis_connect_failures_total", "Connections that could not be opened.", &R::connect_failures},
    {"redis_connections_lost_total", "Connections that broke.", &R::connections_lost},
    {"redis_redirections_total", "Calls that another node was named for.", &R::redirections},
    {"redis_retries_total", "Calls sent again after a wait.", &R::retries},
    {"redis_map_refreshes_total", "How often the cluster's map was read.", &R::map_refreshes},
    {"redis_refused_full_total", "Calls refused because too many were under way.",
     &R::refused_full},
    {"redis_resubscriptions_total", "Subscriptions made again.", &R::resubscriptions},
    {"redis_calls", "Calls under way now.", &R::calls, Kind::kGauge},
    {"redis_connections", "Connections now.", &R::connections, Kind::kGauge},
    {"redis_pipeline_depth", "Commands sent and not answered now.", &R::pipeline_depth,
     Kind::kGauge},
    {"redis_pipeline_depth_max", "The most of them on one connection since the start.",
     &R::pipeline_depth_max, Kind::kGauge},

    {"redis_view_entries_total", "Entries of change streams read.", &R::feed_entries},
    {"redis_view_facts_total", "Facts in them.", &R::feed_facts},
    {"redis_view_resyncs_total", "Views of a line that had to start anew.", &R::feed_resyncs},
    {"redis_view_failures_total", "Reads of streams and lines without an answer.",
     &R::feed_failures},
    {"redis_views_unread", "Loops with a view that was never read.", &R::views_unread,
     Kind::kGauge},
    {"redis_view_hall_loads_total", "Halls of an event read whole.", &R::hall_loads},
    {"redis_view_hall_failures_total", "Readings of halls that came to nothing.",
     &R::hall_failures},

    {"redis_replicas_missed_total", "Changes on fewer replicas than wanted.", &R::replicas_missed},
    {"redis_replicas_unknown_total", "Changes on too few replicas to be sure of.",
     &R::replicas_unknown},
    {"redis_replicas_refused_total", "Changes not tried for want of replicas.",
     &R::replicas_refused},

    {"scheduler_steps_total", "Steps of admission.", &R::scheduler_steps},
    {"scheduler_admitted_total", "Guests let in by them.", &R::scheduler_admitted},
    {"scheduler_leases_taken_total", "Leases of a line's admission taken.",
     &R::scheduler_leases_taken},
    {"scheduler_leases_lost_total", "Those of them found to be another's.",
     &R::scheduler_leases_lost},
    {"scheduler_stale_total", "Steps refused because of a newer fence.", &R::scheduler_stale},
    {"scheduler_failures_total", "Calls of the scheduler without an answer.",
     &R::scheduler_failures},

    {"hall_sweeps_total", "Sweeps of halls.", &R::sweeps},
    {"hall_swept_total", "Holds ended and seats freed by them.", &R::swept},
    {"hall_sweep_failures_total", "Sweeps without an answer.", &R::sweep_failures},

    {"seat_leases_taken_total", "Leases for work on a seat.", &R::leases_taken},
    {"seat_leases_waited_total", "Those of them that were waited for.", &R::leases_waited},
    {"seat_leases_lost_total", "Leases lost while work went on.", &R::leases_lost},
    {"seat_lease_timeouts_total", "Leases waited for in vain.", &R::lease_timeouts},
    {"seat_work_without_lease_total", "Payments and refunds that went on without leases.",
     &R::without_leases},

    {"store_desk_answered_total", "Questions of other processes answered.", &R::desk_answered},
    {"store_desk_failures_total", "Questions or answers that were lost.", &R::desk_failures},
    {"store_number_blocks_total", "Blocks of numbers handed to Redis.", &R::number_blocks},
    {"store_lines_told_again_total", "Lost lines that were written to Redis again.",
     &R::lines_told_again},
    {"store_relay_behind", "Changes of the store that are not in Redis yet.", &R::relay_behind,
     Kind::kGauge},
    {"store_relay_failures_total", "Changes that had to be written again.", &R::relay_failures},
    {"reconciler_seats_compared_total", "Seats compared between Redis and the store.",
     &R::seats_compared},
    {"reconciler_drift_total", "Differences found.", &R::seats_drifted},
    {"reconciler_repaired_total", "Differences repaired with the state of the store.",
     &R::seats_repaired},
    {"reconciler_failures_total", "Comparisons without an answer.", &R::reconcile_failures},
});

struct Quantile {
    const char* label;
    double share;
};
constexpr std::array<Quantile, 5> kQuantiles = {
    {{"0.5", 0.5}, {"0.9", 0.9}, {"0.95", 0.95}, {"0.99", 0.99}, {"0.999", 0.999}}};

void report_commands(MetricsText& text, const RedisNumbers& redis) {
    text.counter("redis_commands_total", "Calls by command or script, and how they ended.");
    for (const auto& [name, one] : redis.commands) {
        text.sample({{"command", name}, {"outcome", "answered"}}, one.answered - one.errors);
        text.sample({{"command", name}, {"outcome", "error"}}, one.errors);
        text.sample({{"command", name}, {"outcome", "unavailable"}}, one.unavailable);
        text.sample({{"command", name}, {"outcome", "unknown"}}, one.unknown);
    }
    text.gauge("redis_latency_quantile_seconds",
               "From a call to its answer, retries included, since the start, to within 3 "
               "percent.");
    for (const auto& [name, one] : redis.commands)
        for (const Quantile& quantile : kQuantiles)
            text.sample({{"command", name}, {"quantile", quantile.label}},
                        static_cast<double>(one.latency_ns.quantile(quantile.share)) * kNanosecond);
    text.counter("redis_latency_seconds_total", "The same, summed up.");
    for (const auto& [name, one] : redis.commands)
        text.sample({{"command", name}}, static_cast<double>(one.latency_ns.sum()) * kNanosecond);
}

void report_seconds(MetricsText& text, const char* name, const char* help,
                    const std::optional<Duration>& value) {
    text.gauge(name, help);
    if (value) text.sample({}, static_cast<double>(value->count()) * kMillisecond);
}

}  // namespace

void add(RedisNumbers& to, const RedisNumbers& from) {
    for (const auto& [name, one] : from.commands) {
        RedisCommandNumbers& sum = to.commands[name];
        sum.answered += one.answered;
        sum.errors += one.errors;
        sum.unavailable += one.unavailable;
        sum.unknown += one.unknown;
        sum.latency_ns.merge(one.latency_ns);
    }
    const std::uint64_t deepest = std::max(to.pipeline_depth_max, from.pipeline_depth_max);
    for (const Figure& figure : kFigures)
        to.*figure.value += from.*figure.value;
    to.pipeline_depth_max = deepest;
    // std::nullopt compares less than any age.
    to.view_age = std::max(to.view_age, from.view_age);
    if (from.clock_ahead) to.clock_ahead = from.clock_ahead;
}

void report(MetricsText& text, const RedisNumbers& redis) {
    report_commands(text, redis);
    report_seconds(text, "redis_view_age_seconds",
                   "How long ago the oldest view was known to be current.", redis.view_age);
    report_seconds(text, "redis_clock_ahead_seconds",
                   "How far the server's clock is ahead of this machine's.", redis.clock_ahead);
    for (const Figure& figure : kFigures) {
        figure.kind == Kind::kCounter ? text.counter(figure.name, figure.help)
                                      : text.gauge(figure.name, figure.help);
        text.sample({}, redis.*figure.value);
    }
}

}  // namespace onsale::http
