#pragma once

#include <array>
#include <cstdint>

#include "adapter/http/transport/message/refusal.hpp"

namespace onsale::http {

// Counters of one listener. Plain numbers: read them on the listener's loop.
struct TransportCounters {
    std::uint64_t accepted = 0;
    std::uint64_t open = 0;  // Current value.
    std::uint64_t requests = 0;
    std::uint64_t bytes_received = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t idle_timeouts = 0;
    std::uint64_t write_timeouts = 0;
    std::uint64_t slow_streams_dropped = 0;
    std::uint64_t accept_failures = 0;  // For example, out of file descriptors.
    std::array<std::uint64_t, kRefusalCount> refused{};

    void count(Refusal refusal) { ++refused[static_cast<std::size_t>(refusal)]; }
};

}  // namespace onsale::http
