#pragma once

#include <optional>

#include "adapter/http/api/measure/metrics.hpp"
#include "base/time.hpp"
#include "runtime/call_metrics.hpp"

namespace onsale::http {

// The measurements of all loops of a process, added up for /metrics.
struct ProcessNumbers {
    LoopMetrics loops{};
    // Only a process on Redis has these.
    runtime::CommandMap commands{};
    std::optional<Duration> view_age{};  // Age of the oldest view that was ever read.
    // Redis' clock minus this machine's clock.
    std::optional<Duration> clock_ahead{};
};

}  // namespace onsale::http
