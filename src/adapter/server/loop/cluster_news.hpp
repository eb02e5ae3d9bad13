#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/log.hpp"

namespace onsale::server {

// The state of Redis at one instant. The counters are totals since the start.
struct RedisSight {
    bool gone = false;  // It does not answer, and the views are stale.
    std::uint64_t connects = 0;
    std::uint64_t connections_lost = 0;
    std::uint64_t connect_failures = 0;
    std::uint64_t views_anew = 0;
    std::uint64_t lines_told_again = 0;
    std::uint64_t seats_drifted = 0;
    std::uint64_t seats_repaired = 0;
    std::uint64_t leases_taken = 0;
    std::uint64_t leases_lost = 0;
    std::vector<std::string> masters{};  // Empty: not known.
};

// Logs the changes since the last look: at most one line of each kind, with counts.
class ClusterNews {
  public:
    using Write = std::function<void(runtime::LogLevel level, std::string_view message,
                                     std::span<const runtime::LogField> fields)>;
    using SteadyTime = std::chrono::steady_clock::time_point;

    explicit ClusterNews(Write write = [](runtime::LogLevel level, std::string_view message,
                                          std::span<const runtime::LogField> fields) {
        runtime::log(level, message, fields);
    });

    void look(RedisSight now, SteadyTime at);

  private:
    void look_at_answers(const RedisSight& now, SteadyTime at);
    void look_at_connections(const RedisSight& now);
    void look_at_masters(const RedisSight& now);
    void look_at_work(const RedisSight& now);

    Write write_;
    RedisSight last_;
    RedisSight at_loss_;  // State at the time when Redis stopped answering.
    SteadyTime gone_since_{};
    std::uint64_t lost_ = 0;  // Number of connections lost since the last successful connect.
};

}  // namespace onsale::server
