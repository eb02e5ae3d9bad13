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

// Every code that a call can be refused with: first those of the routes, then those of the
// transport.
constexpr std::size_t kRefusedCodes = kErrorCodes + kRefusalCount;
std::string_view refused_code(std::size_t index);
// std::nullopt for a code of another version.
std::optional<std::size_t> refused_index(std::string_view code);

// Totals of a loop since its start, for the live numbers. The size is a few kilobytes, because
// every loop copies them once a second while guests wait.
struct LoopTotals {
    std::uint64_t requests = 0;
    std::uint64_t polls = 0;
    std::array<std::uint64_t, kRefusedCodes> refused{};
    Histogram status_ns;
    Histogram request_ns;  // Over all guest routes except streams, which are long-lived.

    void merge(const LoopTotals& other);
    // The difference from `earlier`, which must be an older copy of this.
    LoopTotals since(const LoopTotals& earlier) const;
    // Scales every count by `share`, rounded down.
    LoopTotals part(Histogram::Share share) const;
};
LoopTotals totals_of(const LoopMetrics& metrics, const TransportCounters& transport);

// Totals of all loops and the writer.
struct ServerTotals {
    LoopTotals loops;
    std::uint64_t batches = 0;
    std::uint64_t commit_us = 0;
    std::uint64_t queue_depth = 0;          // Current value.
    std::chrono::microseconds loop_lag{0};  // Current value of the slowest loop.
};

}  // namespace onsale::http
