#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/counters.hpp"
#include "runtime/log.hpp"

namespace onsale::server {

// The state of Redis at one instant.
struct RedisSight {
    bool gone = false;  // It does not answer, and the views are stale.
    runtime::Counters counters{};
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
    // How much the counter has grown since the last look.
    std::uint64_t grown(const RedisSight& now, runtime::CounterKey key) const {
        return now.counters[key] - last_.counters[key];
    }

    Write write_;
    RedisSight last_;
    RedisSight at_loss_;  // State at the time when Redis stopped answering.
    SteadyTime gone_since_{};
    std::uint64_t lost_ = 0;  // Number of connections lost since the last successful connect.
};

}  // namespace onsale::server
