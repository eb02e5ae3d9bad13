#pragma once

#include <csignal>
#include <string>

#include "adapter/redis/client/client.hpp"
#include "adapter/redis/client/time_feed.hpp"
#include "program/config/config.hpp"
#include "runtime/followed_time.hpp"
#include "runtime/loop.hpp"
#include "runtime/system_time.hpp"

namespace onsale::program {

// The time of a process on Redis. It is the time of Redis, so that all processes agree regardless
// of their own clocks.
class ClusterTime {
  public:
    ClusterTime(const Config& config, const std::string& process);
    ~ClusterTime();
    ClusterTime(const ClusterTime&) = delete;
    ClusterTime& operator=(const ClusterTime&) = delete;

    // Blocks until Redis has returned the time, and logs a warning while it does not. Returns false
    // when a stop signal comes first.
    bool wait_until_told(const sigset_t& stop) const;

    const TimeSource& source() const { return time_; }
    // How far Redis' clock is ahead of this machine's.
    Duration ahead() const { return time_.ahead(); }

  private:
    runtime::SystemTime own_;
    runtime::FollowedTime time_{own_};
    runtime::Loop loop_{"time"};
    redis::Client client_;
    redis::TimeFeed feed_;
};

}  // namespace onsale::program
