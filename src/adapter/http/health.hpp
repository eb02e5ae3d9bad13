#pragma once

#include <cstddef>
#include <string>

#include "adapter/http/loop_context.hpp"
#include "base/time.hpp"

namespace onsale::http {

// What /readyz looks at: the parts a sale depends on, each named.
struct Readiness {
    Degraded journal = Degraded::kNo;
    bool writer_running = true;
    std::size_t events = 0;
    Duration view_age{};  // Since this loop last heard news; says little while nobody comes.
    bool stopping = false;
};

struct HealthAnswer {
    int status = 200;
    std::string body;
};

// The process is alive and its loop turns; nothing more, or a full disk would get it restarted.
HealthAnswer healthz();

// 200 while everything works, 503 to be taken out of rotation.
HealthAnswer readyz(const Readiness& readiness);

}  // namespace onsale::http
