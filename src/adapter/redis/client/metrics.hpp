#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "runtime/histogram.hpp"

namespace onsale::redis {

struct CommandMetrics {
    std::uint64_t answered = 0;
    std::uint64_t errors = 0;  // Answers that are errors, such as a script's failure.
    std::uint64_t unavailable = 0;
    std::uint64_t unknown = 0;
    runtime::Histogram latency_ns;  // From call to answer, including retries.
};

// Everything that a client has counted since it started.
struct Metrics {
    std::map<std::string, CommandMetrics, std::less<>> commands;  // By command or script name.

    std::uint64_t connects = 0;
    std::uint64_t connect_failures = 0;
    std::uint64_t connections_lost = 0;
    std::uint64_t moved = 0;
    std::uint64_t asked = 0;
    std::uint64_t retries = 0;  // After a delay; without redirections.
    std::uint64_t map_refreshes = 0;
    std::uint64_t refused_full = 0;
    std::uint64_t resubscriptions = 0;

    std::size_t calls = 0;               // Current number.
    std::size_t connections = 0;         // Current number, open or opening.
    std::size_t pipeline_depth = 0;      // Current sum over all connections.
    std::size_t pipeline_depth_max = 0;  // Maximum of any single connection so far.
};

}  // namespace onsale::redis
