#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "runtime/histogram.hpp"

namespace onsale::runtime {

// How the calls of one command or script of another server ended.
struct CommandMetrics {
    std::uint64_t answered = 0;
    std::uint64_t errors = 0;  // Answers that are errors, such as a script's failure.
    std::uint64_t unavailable = 0;
    std::uint64_t unknown = 0;
    Histogram latency_ns;  // From call to answer, including retries.

    void merge(const CommandMetrics& other) {
        answered += other.answered;
        errors += other.errors;
        unavailable += other.unavailable;
        unknown += other.unknown;
        latency_ns.merge(other.latency_ns);
    }
};
// Key: command or script name.
using CommandMap = std::map<std::string, CommandMetrics, std::less<>>;

}  // namespace onsale::runtime
