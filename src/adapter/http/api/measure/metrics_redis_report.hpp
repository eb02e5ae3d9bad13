#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "adapter/http/api/measure/histogram.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "base/time.hpp"

namespace onsale::http {

// Counters of one command or script; see redis::CommandMetrics.
struct RedisCommandNumbers {
    std::uint64_t answered = 0;
    std::uint64_t errors = 0;  // Included in `answered`.
    std::uint64_t unavailable = 0;
    std::uint64_t unknown = 0;
    Histogram latency_ns;
};

// The metrics of a process on Redis as plain numbers, so that this folder does not depend on a
// client. Values of roles that a process does not have stay zero.
struct RedisNumbers {
    std::map<std::string, RedisCommandNumbers, std::less<>> commands;

    std::uint64_t connects = 0;
    std::uint64_t connect_failures = 0;
    std::uint64_t connections_lost = 0;
    std::uint64_t redirections = 0;  // MOVED and ASK.
    std::uint64_t retries = 0;
    std::uint64_t map_refreshes = 0;
    std::uint64_t refused_full = 0;
    std::uint64_t resubscriptions = 0;
    // Current values over all loops. pipeline_depth_max is that of a single connection.
    std::uint64_t calls = 0;
    std::uint64_t connections = 0;
    std::uint64_t pipeline_depth = 0;
    std::uint64_t pipeline_depth_max = 0;

    std::uint64_t feed_entries = 0;
    std::uint64_t feed_facts = 0;
    std::uint64_t feed_resyncs = 0;
    std::uint64_t feed_failures = 0;
    std::uint64_t hall_loads = 0;
    std::uint64_t hall_failures = 0;
    std::optional<Duration> view_age{};  // Age of the oldest view that was ever read.
    std::uint64_t views_unread = 0;      // Number of loops with a view that was never read.
    // How far the server's clock is ahead of this machine's.
    std::optional<Duration> clock_ahead{};

    std::uint64_t replicas_missed = 0;  // Changes that fewer replicas confirmed than wanted.
    // Changes that not even the minimum number of replicas confirmed in time.
    std::uint64_t replicas_unknown = 0;
    std::uint64_t replicas_refused = 0;

    std::uint64_t scheduler_steps = 0;
    std::uint64_t scheduler_admitted = 0;
    std::uint64_t scheduler_leases_taken = 0;
    std::uint64_t scheduler_leases_lost = 0;
    std::uint64_t scheduler_stale = 0;
    std::uint64_t scheduler_failures = 0;

    std::uint64_t sweeps = 0;
    std::uint64_t swept = 0;
    std::uint64_t sweep_failures = 0;

    std::uint64_t leases_taken = 0;
    std::uint64_t leases_waited = 0;
    std::uint64_t leases_lost = 0;
    std::uint64_t lease_timeouts = 0;
    std::uint64_t without_leases = 0;

    std::uint64_t desk_answered = 0;
    std::uint64_t desk_failures = 0;
    std::uint64_t number_blocks = 0;
    std::uint64_t lines_told_again = 0;
    std::uint64_t relay_behind = 0;  // Changes of the store that Redis has not received yet.
    std::uint64_t relay_failures = 0;
    std::uint64_t seats_compared = 0;
    std::uint64_t seats_drifted = 0;
    std::uint64_t seats_repaired = 0;
    std::uint64_t reconcile_failures = 0;
};

// Adds the numbers of another loop.
void add(RedisNumbers& to, const RedisNumbers& from);

// Writes complete metric families: call it once per page.
void report(MetricsText& text, const RedisNumbers& redis);

}  // namespace onsale::http
