#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "adapter/http/api/measure/live_totals.hpp"
#include "adapter/redis/roster/process_note.hpp"

namespace onsale::server {

// Writes the counters of a process into its note, or reads them from it, without codes of other
// versions. The note is described in docs/format/redis.md.
void write_totals(const http::LoopTotals& totals, redis::ProcessNote& note);
http::LoopTotals read_totals(const redis::ProcessNote& note);

// Sums the counters of the other processes since this process started to read their notes. A note
// comes every two seconds and contains the totals since its process started. The increments between
// two notes are interpolated linearly, so that every second gets its share of each process.
// Thread safety: none.
class ClusterCounts {
  public:
    // Delay of the sums: two seconds between notes, one to read them, one in reserve.
    static constexpr Duration kBehind = std::chrono::seconds{4};
    // Maximum number of processes, more than are ever run. Others are ignored. Each uses about 110
    // KB.
    static constexpr std::size_t kProcessesMax = 64;

    // `own` is this process. Its notes are ignored, because it knows its own counters better.
    ClusterCounts(std::string own, Instant since) : own_(std::move(own)), since_(since) {}

    const std::string& own() const { return own_; }

    // A note may be passed more than once.
    void hear(const redis::ProcessNote& note);
    // Never decreases, even if a process restarts or disappears.
    const http::LoopTotals& totals(Instant now);

  private:
    struct Counted {
        Instant at;
        http::LoopTotals totals;
    };
    struct Process {
        std::deque<Counted> notes;
        http::LoopTotals taken;  // The part that is already in the sum.

        http::LoopTotals at(Instant then);
    };
    // A restarted process with the same name is a different process.
    using Key = std::pair<std::string, Instant>;

    bool began_while_listening(const redis::ProcessNote& note) const;

    std::string own_;
    Instant since_;
    std::map<Key, Process> processes_;
    http::LoopTotals sum_;
};

}  // namespace onsale::server
