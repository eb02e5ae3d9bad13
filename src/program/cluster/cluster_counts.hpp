#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "adapter/http/api/measure/live_totals.hpp"
#include "adapter/redis/roster/process_note.hpp"

namespace onsale::program {

// What the other processes have counted, by their notes, since this one listens to them. A note has
// the sums since its process's start and comes every two seconds; what happened between two of them
// is taken to have come evenly, so that every second has its share of each process.
// Thread safety: none.
class ClusterCounts {
  public:
    // So old the sums are: two seconds from note to note, one to read it, one to spare.
    static constexpr Duration kBehind = std::chrono::seconds{4};
    // More than anybody runs; further ones are left out. Each has about 110 KB.
    static constexpr std::size_t kProcessesMax = 64;

    // `own` is the process that listens: what it has counted itself it knows better.
    ClusterCounts(std::string own, Instant since) : own_(std::move(own)), since_(since) {}

    const std::string& own() const { return own_; }

    // The same note may come again.
    void hear(const redis::ProcessNote& note);
    // Never less than before, whoever begins anew or vanishes.
    const http::LoopTotals& totals(Instant now);

  private:
    struct Counted {
        Instant at;
        http::LoopTotals totals;
    };
    struct Process {
        std::deque<Counted> notes;
        http::LoopTotals taken;  // What the sum has of it.

        http::LoopTotals at(Instant then);
    };
    // One that begins anew is another process of the same name.
    using Key = std::pair<std::string, Instant>;

    bool began_while_listening(const redis::ProcessNote& note) const;

    std::string own_;
    Instant since_;
    std::map<Key, Process> processes_;
    http::LoopTotals sum_;
};

}  // namespace onsale::program
