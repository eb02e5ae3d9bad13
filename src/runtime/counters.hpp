#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace onsale::runtime {

enum class CounterKind : std::uint8_t {
    kCounter,  // Only grows. The counters of several loops add up.
    kGauge,    // A current value. The values of several loops add up.
    kMaximum,  // The highest value so far. Of several loops the highest counts.
};

struct CounterRow {
    std::string_view name;  // On the page of /metrics, without the prefix of the product.
    std::string_view help;  // Empty: the row is not on the page.
    CounterKind kind = CounterKind::kCounter;
    std::string_view label{};  // Empty: the row has one value.
    std::size_t cells = 1;     // Room for this many values of the label.
};

// Every counter of a loop, in the order of the page. To add one, add its row and count with
// `++counters["its_name"]`. Rows from kFirstRedisRow on are shown only by processes on Redis.
inline constexpr auto kCounterRows = std::to_array<CounterRow>({
    {"rejections_total", "Refused calls by error code.", CounterKind::kCounter, "code", 128},
    {"rate_limited_total", "Calls refused by a rate limit.", CounterKind::kCounter, "limit", 8},
    {"bots_observed_total", "Calls that a bot rule would have refused.", CounterKind::kCounter,
     "reason", 4},
    {"bots_refused_total", "Calls that a bot rule refused.", CounterKind::kCounter, "reason", 4},
    {"shed_total", "Calls refused early because the server was overloaded."},
    {"streams_open", "Event streams open now.", CounterKind::kGauge},
    {"connections_open", "Connections open now.", CounterKind::kGauge},
    {"connections_accepted_total", "Connections accepted."},
    {"requests_total", "Complete requests."},
    {"received_bytes_total", "Bytes received."},
    {"sent_bytes_total", "Bytes sent."},
    {"idle_timeouts_total", "Idle connections closed."},
    {"write_timeouts_total", "Connections closed because the client did not read."},
    {"slow_streams_dropped_total", "Event streams closed because the client read too slowly."},
    {"accept_failures_total", "Connections that could not be accepted."},
    {"transport_refusals_total", "Requests refused before routing.", CounterKind::kCounter, "code",
     16},
    {"polls", ""},  // Answers of the routes status and position.

    {"redis_connects_total", "Connections to Redis opened."},
    {"redis_connect_failures_total", "Failed attempts to connect to Redis."},
    {"redis_connections_lost_total", "Connections to Redis that were lost."},
    {"redis_redirections_total", "Calls redirected to another node."},
    {"redis_asked", ""},  // The redirections among them that hold for one call only.
    {"redis_retries_total", "Calls repeated after a pause."},
    {"redis_map_refreshes_total", "Reads of the cluster's slot map."},
    {"redis_refused_full_total", "Calls refused because a limit of open calls was reached."},
    {"redis_resubscriptions_total", "Connections for subscriptions opened."},
    {"redis_calls", "Calls that wait for an answer now.", CounterKind::kGauge},
    {"redis_connections", "Connections to Redis open now.", CounterKind::kGauge},
    {"redis_pipeline_depth", "Commands sent and not answered yet.", CounterKind::kGauge},
    {"redis_pipeline_depth_max", "Highest pipeline depth of one connection since the start.",
     CounterKind::kMaximum},

    {"redis_view_entries_total", "Entries read from change streams."},
    {"redis_view_facts_total", "Facts read from change streams."},
    {"redis_view_resyncs_total", "Views of lines that were read again as a whole."},
    {"redis_view_failures_total", "Failed reads of change streams and lines."},
    {"redis_views_unread", "Loops with a view that was not read yet.", CounterKind::kGauge},
    {"redis_view_hall_loads_total", "Reads of all halls of an event."},
    {"redis_view_hall_failures_total", "Failed reads of halls."},
    {"redis_view_hall_facts", ""},  // Facts about halls applied one by one.

    {"redis_replicas_missed_total", "Changes answered with fewer replicas than redis.replicas."},
    {"redis_replicas_unknown_total",
     "Changes with fewer than redis.replicas_min replicas: outcome unknown."},
    {"redis_replicas_refused_total", "Changes refused because too few replicas were connected."},

    {"scheduler_steps_total", "Admission steps of this scheduler."},
    {"scheduler_admitted_total", "Guests admitted by this scheduler."},
    {"scheduler_leases_taken_total", "Admission leases taken by this scheduler."},
    {"scheduler_leases_lost_total", "Admission leases lost to another scheduler."},
    {"scheduler_stale_total",
     "Admission steps refused because another scheduler has a newer lease."},
    {"scheduler_failures_total", "Failed calls of the scheduler."},

    {"hall_sweeps_total", "Sweeps that end expired holds of a hall."},
    {"hall_swept_total", "Holds ended and seats freed by sweeps."},
    {"hall_sweep_failures_total", "Failed sweeps."},

    {"seat_leases_taken_total", "Seat leases obtained."},
    {"seat_leases_waited_total", "Seat leases obtained after waiting."},
    {"seat_leases_lost_total", "Seat leases lost while they were in use."},
    {"seat_lease_timeouts_total", "Seat leases not obtained before the deadline."},
    {"seat_work_without_lease_total", "Payments and refunds that went on without seat leases."},

    {"store_desk_answered_total", "Requests of other processes answered by the sale store."},
    {"store_desk_failures_total", "Failed reads of requests and failed answers of the sale store."},
    {"store_desk_unreadable", ""},  // Invalid requests to the sale store.
    {"store_number_blocks_total", "Blocks of numbers written to Redis."},
    {"store_lines_told_again_total", "Lines written to Redis again, at the start or after a loss."},
    {"store_relay_behind", "Changes of the sale store that are not in Redis yet.",
     CounterKind::kGauge},
    {"store_relay_failures_total", "Changes of the sale store that had to be written again."},
    {"reconciler_seats_compared_total", "Seats compared between Redis and the sale store."},
    {"reconciler_drift_total", "Differences between Redis and the sale store."},
    {"reconciler_repaired_total", "Differences repaired in Redis from the sale store."},
    {"reconciler_failures_total", "Failed comparisons."},

    // Not on the page while no process uses PostgreSQL.
    {"postgres_connects_total", ""},          // Connections opened.
    {"postgres_connect_failures_total", ""},  // Attempts to connect that every host refused.
    {"postgres_connections_lost_total", ""},  // Connections lost or closed after a failure.
    {"postgres_waits_total", ""},             // Calls that waited for a connection.
    {"postgres_refused_full_total", ""},      // Calls refused because too many waited.
    {"postgres_unknown_total", ""},           // Calls with an unknown outcome.
    {"postgres_connections", "", CounterKind::kGauge},
    {"postgres_connections_idle", "", CounterKind::kGauge},
    {"postgres_waiting", "", CounterKind::kGauge},  // Calls that wait for a connection now.
    {"order_batches", ""},                          // Batches of commands about orders.
    {"order_members", ""},                          // Their commands.
    {"order_batches_cached", ""},                   // Batches that were decided from memory.
    {"order_batches_locked", ""},                   // Batches that read and locked rows.
    {"order_batches_alone", ""},                    // Commands that ran alone after a conflict.
    {"order_conflicts", ""},                        // Batches that met a conflict.
    {"order_retries", ""},                          // Commands that ran again with fresh rows.
    {"order_commits", ""},                          // Transactions that were committed.
    {"order_refused_full", ""},                     // Commands refused because too many waited.
});

// A row of the table by its name. Names are resolved to indexes at compile time, so a name without
// a row does not compile.
class CounterKey {
  public:
    consteval CounterKey(const char* name) : row_(row_of(name)), first_(first_of(row_)) {}
    static constexpr CounterKey at(std::size_t row) { return CounterKey{row, first_of(row)}; }

    constexpr std::size_t row() const { return row_; }
    constexpr std::size_t first() const { return first_; }
    constexpr std::size_t cells() const { return kCounterRows[row_].cells; }

  private:
    constexpr CounterKey(std::size_t row, std::size_t first) : row_(row), first_(first) {}
    static consteval std::size_t row_of(std::string_view name) {
        for (std::size_t row = 0; row < kCounterRows.size(); ++row)
            if (kCounterRows[row].name == name) return row;
        throw "kCounterRows has no such counter";
    }
    static constexpr std::size_t first_of(std::size_t row) {
        std::size_t first = 0;
        for (std::size_t before = 0; before < row; ++before)
            first += kCounterRows[before].cells;
        return first;
    }

    std::size_t row_;
    std::size_t first_;
};

inline constexpr std::size_t kFirstRedisRow = CounterKey{"redis_connects_total"}.row();

// The counters of one loop, one plain number each. A name is an index by the time it is compiled.
// Thread safety: none. Only the loop's thread counts. Readers ask the loop, which adds its counters
// to theirs.
class Counters {
  public:
    std::uint64_t& operator[](CounterKey key) { return values_[key.first()]; }
    std::uint64_t operator[](CounterKey key) const { return values_[key.first()]; }
    // All values of a row with a label.
    std::span<std::uint64_t> cells(CounterKey key) {
        return std::span{values_}.subspan(key.first(), key.cells());
    }
    std::span<const std::uint64_t> cells(CounterKey key) const {
        return std::span{values_}.subspan(key.first(), key.cells());
    }

    // Adds the counters of another loop.
    void add(const Counters& other);
    // The difference from `earlier`, which must be an older copy of this.
    Counters since(const Counters& earlier) const;
    // The given share of every value, rounded down.
    Counters part(std::uint64_t part, std::uint64_t whole) const;

  private:
    static constexpr std::size_t kCells =
        CounterKey::at(kCounterRows.size() - 1).first() + kCounterRows.back().cells;

    std::array<std::uint64_t, kCells> values_{};
};

}  // namespace onsale::runtime
