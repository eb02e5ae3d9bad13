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

// The time of a process on Redis: that of Redis, so that all processes agree whatever their own
// clocks say.
class ClusterTime {
  public:
    ClusterTime(const Config& config, const std::string& process);
    ~ClusterTime();
    ClusterTime(const ClusterTime&) = delete;
    ClusterTime& operator=(const ClusterTime&) = delete;

    // Blocks until Redis has told the time, and says so in the log while it does not. False: a
    // signal to stop came first.
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
