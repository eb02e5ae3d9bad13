#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "adapter/redis/roster/node_list.hpp"
#include "adapter/redis/roster/process_roster.hpp"
#include "adapter/server/operate/cluster_counts.hpp"
#include "base/sale_clock.hpp"
#include "operate/port/deployment_parts.hpp"

namespace onsale::server {

// Observes a deployment on Redis: the processes that announce themselves, and the Redis servers.
// The processes' notes are read every second because of their counters. The servers are queried
// when an operator asks, at most once a second.
// Thread safety: none; its client's loop.
class ClusterWatch {
  public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    struct Deps {
        redis::Client& client;
        redis::Config config;
        const SaleClock& clock;
        ClusterCounts counts;
    };

    // REQUIRES: client and clock outlive it, and it outlives the loop's run.
    ClusterWatch(boost::asio::io_context& loop, Deps deps);

    // Suspends until the servers have answered or the timeout has expired.
    boost::asio::awaitable<void> look();

    // The last known state. A node or process that no longer answers stays listed, with its age.
    std::vector<operate::ProcessReport> processes(Instant now) const;
    std::vector<operate::RedisNodeReport> nodes(SteadyTime now) const;
    bool answers() const { return processes_answer_ && nodes_answer_; }
    redis::Client& client() { return deps_.client; }
    // The counters of all other processes.
    const http::LoopTotals& counted() { return deps_.counts.totals(deps_.clock.now()); }

  private:
    boost::asio::awaitable<void> listen();

    Deps deps_;
    SteadyTime asked_at_{};
    SteadyTime nodes_at_{};
    bool processes_answer_ = true;
    bool nodes_answer_ = true;
    std::vector<redis::ProcessNote> notes_;
    redis::NodeNotes nodes_;
};

}  // namespace onsale::server
