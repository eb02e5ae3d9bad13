#include "adapter/http/api/measure/metrics.hpp"

#include <algorithm>

namespace onsale::http {

void LoopMetrics::answered(MeteredRoute route, int status, std::chrono::nanoseconds took) {
    const auto status_class = static_cast<StatusClass>(std::clamp(status / 100, 1, 5) - 1);
    routes[static_cast<std::size_t>(route)].add(status_class, took);
    if (route == MeteredRoute::kStatus || route == MeteredRoute::kPosition) ++counters["polls"];
}

void LoopMetrics::merge(const LoopMetrics& other) {
    counters.add(other.counters);
    for (std::size_t i = 0; i < kMeteredRoutes; ++i)
        routes[i].merge(other.routes[i]);
    wait_ms.merge(other.wait_ms);
}

}  // namespace onsale::http
