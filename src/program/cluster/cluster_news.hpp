#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/log.hpp"

namespace onsale::program {

// What there is to know about Redis at one instant. The numbers count from the start.
struct RedisSight {
    bool gone = false;  // It does not answer, and views are old.
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

// Writes to the log what has changed since the last look: at most one line of each kind, with
// counts, however much happened in between.
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
    RedisSight at_loss_;  // When Redis stopped answering.
    SteadyTime gone_since_{};
    std::uint64_t lost_ = 0;  // Connections that were lost since one was made.
};

}  // namespace onsale::program
