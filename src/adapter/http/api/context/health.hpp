#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"

namespace onsale::http {

// What /readyz looks at: the parts a sale depends on, each named.
struct Readiness {
    // The sale store; nothing: another process has it.
    std::optional<Degraded> journal = Degraded::kNo;
    bool writer_running = true;
    std::optional<bool> redis{};  // Whether it answers; nothing: there is none.
    // Whether the process that takes payments is there; nothing where it is this one.
    std::optional<bool> payment{};
    std::size_t events = 0;
    // Since this loop last heard news, which says little while nobody comes; of a view fed from
    // elsewhere since it was known to be current, and nothing while it never was.
    std::optional<Duration> view_age = Duration{0};
    bool view_stale = false;
    bool stopping = false;
    std::size_t loops_stuck = 0;  // Loops of this process that did not answer in time.
};

// As a loop sees it, without the store where it is not this process's.
Readiness readiness_of(const LoopContext& context);

// What can be said of two loops of one process together.
Readiness worst_of(const Readiness& one, const Readiness& other);

struct HealthAnswer {
    int status = 200;
    std::string body;
};

// The process is alive and its loop turns; nothing more, or a full disk would get it restarted.
HealthAnswer healthz();

// 200 while everything works, 503 to be taken out of rotation.
HealthAnswer readyz(const Readiness& readiness);

}  // namespace onsale::http
