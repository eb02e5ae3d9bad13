#pragma once

#include <string>

#include "adapter/http/api/context/loop_context.hpp"
#include "operate/port/readiness.hpp"

namespace onsale::http {

using operate::Readiness;

// The readiness that this loop sees. `journal` is empty when this process does not own the store.
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
