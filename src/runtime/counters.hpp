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
    {"rejections_total", "Refused calls by the code of their error.", CounterKind::kCounter, "code",
     128},
    {"rate_limited_total", "Calls over a limit.", CounterKind::kCounter, "limit", 8},
    {"bots_observed_total", "Calls that a bot rule would have refused.", CounterKind::kCounter,
     "reason", 4},
    {"bots_refused_total", "Calls that a bot rule refused.", CounterKind::kCounter, "reason", 4},
    {"shed_total", "Calls refused before any work because the server was behind."},
    {"streams_open", "Event streams open now.", CounterKind::kGauge},
    {"connections_open", "Connections open now.", CounterKind::kGauge},
    {"connections_accepted_total", "Connections accepted."},
    {"requests_total", "Complete requests."},
    {"received_bytes_total", "Bytes received."},
    {"sent_bytes_total", "Bytes sent."},
    {"idle_timeouts_total", "Idle connections closed."},
    {"write_timeouts_total", "Connections closed because nobody read."},
    {"slow_streams_dropped_total", "Event streams whose reader was too slow."},
    {"accept_failures_total", "Connections that could not be accepted."},
    {"transport_refusals_total", "Requests refused before any route saw them.",
     CounterKind::kCounter, "code", 16},
    {"polls", ""},  // Answers of the routes status and position.

    {"redis_connects_total", "Connections opened."},
    {"redis_connect_failures_total", "Connections that could not be opened."},
    {"redis_connections_lost_total", "Connections that broke."},
    {"redis_redirections_total", "Calls that another node was named for."},
    {"redis_asked", ""},  // The redirections among them that hold for one call only.
    {"redis_retries_total", "Calls sent again after a wait."},
    {"redis_map_refreshes_total", "How often the cluster's map was read."},
    {"redis_refused_full_total", "Calls refused because too many were under way."},
    {"redis_resubscriptions_total", "Subscriptions made again."},
    {"redis_calls", "Calls under way now.", CounterKind::kGauge},
    {"redis_connections", "Connections now.", CounterKind::kGauge},
    {"redis_pipeline_depth", "Commands sent and not answered now.", CounterKind::kGauge},
    {"redis_pipeline_depth_max", "The most of them on one connection since the start.",
     CounterKind::kMaximum},

    {"redis_view_entries_total", "Entries of change streams read."},
    {"redis_view_facts_total", "Facts in them."},
    {"redis_view_resyncs_total", "Views of a line that had to start anew."},
    {"redis_view_failures_total", "Reads of streams and lines without an answer."},
    {"redis_views_unread", "Loops with a view that was never read.", CounterKind::kGauge},
    {"redis_view_hall_loads_total", "Halls of an event read whole."},
    {"redis_view_hall_failures_total", "Readings of halls that came to nothing."},
    {"redis_view_hall_facts", ""},  // Facts about halls applied one by one.

    {"redis_replicas_missed_total", "Changes on fewer replicas than wanted."},
    {"redis_replicas_unknown_total", "Changes on too few replicas to be sure of."},
    {"redis_replicas_refused_total", "Changes not tried for want of replicas."},

    {"scheduler_steps_total", "Steps of admission."},
    {"scheduler_admitted_total", "Guests let in by them."},
    {"scheduler_leases_taken_total", "Leases of a line's admission taken."},
    {"scheduler_leases_lost_total", "Those of them found to be another's."},
    {"scheduler_stale_total", "Steps refused because of a newer fence."},
    {"scheduler_failures_total", "Calls of the scheduler without an answer."},

    {"hall_sweeps_total", "Sweeps of halls."},
    {"hall_swept_total", "Holds ended and seats freed by them."},
    {"hall_sweep_failures_total", "Sweeps without an answer."},

    {"seat_leases_taken_total", "Leases for work on a seat."},
    {"seat_leases_waited_total", "Those of them that were waited for."},
    {"seat_leases_lost_total", "Leases lost while work went on."},
    {"seat_lease_timeouts_total", "Leases waited for in vain."},
    {"seat_work_without_lease_total", "Payments and refunds that went on without leases."},

    {"store_desk_answered_total", "Questions of other processes answered."},
    {"store_desk_failures_total", "Questions or answers that were lost."},
    {"store_desk_unreadable", ""},  // Invalid requests to the sale store.
    {"store_number_blocks_total", "Blocks of numbers handed to Redis."},
    {"store_lines_told_again_total", "Lost lines that were written to Redis again."},
    {"store_relay_behind", "Changes of the store that are not in Redis yet.", CounterKind::kGauge},
    {"store_relay_failures_total", "Changes that had to be written again."},
    {"reconciler_seats_compared_total", "Seats compared between Redis and the store."},
    {"reconciler_drift_total", "Differences found."},
    {"reconciler_repaired_total", "Differences repaired with the state of the store."},
    {"reconciler_failures_total", "Comparisons without an answer."},
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
