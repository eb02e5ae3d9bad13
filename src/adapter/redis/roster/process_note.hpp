#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "runtime/histogram.hpp"

namespace onsale::redis {

// The report of a process about itself. Encoded it takes about 2 KB on a serving process, since
// most buckets are empty, and 18 KB with all buckets and codes.
struct ProcessNote {
    std::string name{};  // Unique among all processes.
    std::vector<std::string> roles{};
    std::string address{};  // Where guests connect; empty if this process serves no guests.
    std::string admin_address{};
    std::string version{};
    std::string state{};  // ready, degraded or stopping.
    std::string degraded{};
    Instant started_at{};
    std::optional<Duration> view_age{};
    std::uint64_t connections = 0;
    std::uint64_t requests = 0;
    std::optional<std::uint64_t> leases{};
    Instant said_at{};  // Redis's clock, which all processes share.
    // Counts since the process started, like `requests`. Empty in a note of version 1.
    std::uint64_t polls = 0;
    std::map<std::string, std::uint64_t> refused{};  // Key: the error code.
    runtime::Histogram status_ns{};
    runtime::Histogram request_ns{};

    friend bool operator==(const ProcessNote&, const ProcessNote&) = default;
};

std::string to_bytes(const ProcessNote& note);
// None if the bytes are invalid or of an unknown version.
std::optional<ProcessNote> parse_process_note(std::string_view bytes);

}  // namespace onsale::redis
