#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "adapter/http/histogram.hpp"
#include "adapter/http/metrics.hpp"
#include "adapter/http/transport_counters.hpp"

namespace onsale::http {

// Every code a call can be refused with: those of the routes, then those of the transport.
constexpr std::size_t kRefusedCodes = kErrorCodes + kRefusalCount;
std::string_view refused_code(std::size_t index);

// What the live numbers need of a loop since its start: a few kilobytes, because every loop copies
// them once a second while guests wait.
struct LoopTotals {
    std::uint64_t requests = 0;
    std::uint64_t polls = 0;
    std::array<std::uint64_t, kRefusedCodes> refused{};
    Histogram status_ns;
    Histogram request_ns;  // Of all that guests call, but for streams, which last.

    void merge(const LoopTotals& other);
};
LoopTotals totals_of(const LoopMetrics& metrics, const TransportCounters& transport);

// All loops and the writer.
struct ServerTotals {
    LoopTotals loops;
    std::uint64_t batches = 0;
    std::uint64_t commit_us = 0;
    std::uint64_t queue_depth = 0;          // Now.
    std::chrono::microseconds loop_lag{0};  // Of the slowest loop, now.
};

}  // namespace onsale::http
