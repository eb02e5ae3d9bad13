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

// What a process says about itself. As bytes it is about 2 KB while it serves, as most buckets stay
// empty; 18 KB with all buckets and codes.
struct ProcessNote {
    std::string name{};  // Unlike that of any other.
    std::vector<std::string> roles{};
    std::string address{};  // Where guests come; empty where none do.
    std::string admin_address{};
    std::string version{};
    std::string state{};  // ready, degraded or stopping.
    std::string degraded{};
    Instant started_at{};
    std::optional<Duration> view_age{};
    std::uint64_t connections = 0;
    std::uint64_t requests = 0;
    std::optional<std::uint64_t> leases{};
    Instant said_at{};  // By Redis's clock, which all processes share.
    // Since its start, as are the requests. None in a note of the first form.
    std::uint64_t polls = 0;
    std::map<std::string, std::uint64_t> refused{};  // By code.
    runtime::Histogram status_ns{};
    runtime::Histogram request_ns{};

    friend bool operator==(const ProcessNote&, const ProcessNote&) = default;
};

std::string to_bytes(const ProcessNote& note);
// Nothing for bytes of another form, such as those of another version.
std::optional<ProcessNote> parse_process_note(std::string_view bytes);

}  // namespace onsale::redis
