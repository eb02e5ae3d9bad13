#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"

namespace onsale::redis {

// What a process says about itself.
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

    friend bool operator==(const ProcessNote&, const ProcessNote&) = default;
};

std::string to_bytes(const ProcessNote& note);
// Nothing for bytes of another form, such as those of another version.
std::optional<ProcessNote> parse_process_note(std::string_view bytes);

}  // namespace onsale::redis
