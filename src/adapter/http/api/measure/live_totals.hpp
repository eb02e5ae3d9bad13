#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/transport/message/refusal.hpp"

namespace onsale::http {

// Every code that a call can be refused with: first those of the routes, then those of the
// transport.
constexpr std::size_t kRefusedCodes = kErrorCodes + kRefusalCount;
std::string_view refused_code(std::size_t index);
// std::nullopt for a code of another version.
std::optional<std::size_t> refused_index(std::string_view code);

// Totals of a loop since its start, for the live numbers. The size is a few kilobytes, because
// every loop copies them once a second while guests wait. To use another counter in the live
// numbers, read it here by its name. Gauges and maxima have no meaning in since() and part().
struct LoopTotals {
    runtime::Counters counters;
    Histogram status_ns;
    Histogram request_ns;  // Over all guest routes except streams, which are long-lived.

    // Refusals by the index of refused_code().
    std::uint64_t refused(std::size_t index) const;
    std::uint64_t& refused(std::size_t index);
    void merge(const LoopTotals& other);
    // The difference from `earlier`, which must be an older copy of this.
    LoopTotals since(const LoopTotals& earlier) const;
    // Scales every count by `share`, rounded down.
    LoopTotals part(Histogram::Share share) const;
};
LoopTotals totals_of(const LoopMetrics& metrics);

// Totals of all loops and the writer.
struct ServerTotals {
    LoopTotals loops;
    std::uint64_t batches = 0;
    std::uint64_t commit_us = 0;
    std::uint64_t queue_depth = 0;          // Current value.
    std::chrono::microseconds loop_lag{0};  // Current value of the slowest loop.
};

}  // namespace onsale::http
