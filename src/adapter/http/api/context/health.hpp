#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"

namespace onsale::http {

// The parts that /readyz checks, each named.
struct Readiness {
    // State of the sale store; nothing when another process has it.
    std::optional<Degraded> journal = Degraded::kNo;
    bool writer_running = true;
    std::optional<bool> redis{};  // Whether Redis answers; nothing without Redis.
    // Whether the process that takes payments is alive; nothing when it is this process.
    std::optional<bool> payment{};
    std::size_t events = 0;
    // Time since this loop's view got its last update, which may be long when there is no traffic.
    // For a view fed from Redis: time since it was known to be current; nothing when it never was.
    std::optional<Duration> view_age = Duration{0};
    bool view_stale = false;
    bool stopping = false;
    std::size_t loops_stuck = 0;  // Loops of this process that did not answer in time.
};

// As this loop sees it. `journal` is empty when this process does not own the store.
Readiness readiness_of(const LoopContext& context);

// The worse of both values for each part, for two loops of one process.
Readiness worst_of(const Readiness& one, const Readiness& other);

struct HealthAnswer {
    int status = 200;
    std::string body;
};

// Only says that the process is alive and its loop runs. A full disk must not cause a restart.
HealthAnswer healthz();

// 200 while everything works; 503 tells the load balancer to remove this process.
HealthAnswer readyz(const Readiness& readiness);

}  // namespace onsale::http
