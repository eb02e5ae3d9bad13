#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "adapter/http/api/measure/histogram.hpp"
#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/transport/socket/transport_counters.hpp"

namespace onsale::http {

// Every code a call can be refused with: those of the routes, then those of the transport.
constexpr std::size_t kRefusedCodes = kErrorCodes + kRefusalCount;
std::string_view refused_code(std::size_t index);
// Nothing for a code that another version has.
std::optional<std::size_t> refused_index(std::string_view code);

// What the live numbers need of a loop since its start: a few kilobytes, because every loop copies
// them once a second while guests wait.
struct LoopTotals {
    std::uint64_t requests = 0;
    std::uint64_t polls = 0;
    std::array<std::uint64_t, kRefusedCodes> refused{};
    Histogram status_ns;
    Histogram request_ns;  // Of all that guests call, but for streams, which last.

    void merge(const LoopTotals& other);
    // What was counted since `earlier`, which must be an older copy of this.
    LoopTotals since(const LoopTotals& earlier) const;
    // So much of every count, rounded down.
    LoopTotals part(Histogram::Share share) const;
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
