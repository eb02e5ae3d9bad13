#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/deployment_parts.hpp"
#include "adapter/redis/roster/node_list.hpp"
#include "adapter/redis/roster/process_roster.hpp"

namespace onsale {

// What a deployment on Redis consists of: the processes that say they are there, and the servers.
// Redis is asked when an operator asks, and at most once a second.
// Thread safety: none; its client's loop.
class ClusterWatch {
  public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    // REQUIRES: the client outlives it.
    ClusterWatch(redis::Client& client, redis::Config config)
        : client_(client), config_(std::move(config)) {}

    // Suspends until the answers are there, or it is clear that none come soon.
    boost::asio::awaitable<void> look(Instant now);

    // As last heard; what does not answer any more stays, with its age.
    std::vector<http::ProcessReport> processes(Instant now) const;
    std::vector<http::RedisNodeReport> nodes(SteadyTime now) const;
    bool answers() const { return answers_; }

  private:
    redis::Client& client_;
    redis::Config config_;
    SteadyTime asked_at_{};
    SteadyTime nodes_at_{};
    bool answers_ = true;
    std::vector<redis::ProcessNote> notes_;
    redis::NodeNotes nodes_;
};

}  // namespace onsale
