#include "adapter/http/api/measure/metrics.hpp"

#include <algorithm>

namespace onsale::http {

void LoopMetrics::answered(MeteredRoute route, int status, std::chrono::nanoseconds took) {
    RouteMetrics& metrics = routes[static_cast<std::size_t>(route)];
    ++metrics.answered[static_cast<std::size_t>(std::clamp(status / 100, 1, 5) - 1)];
    // A steady clock never goes back, but a caller's mistake must not become 2^64.
    metrics.duration_ns.record(static_cast<std::uint64_t>(std::max<std::int64_t>(0, took.count())));
    if (route == MeteredRoute::kStatus || route == MeteredRoute::kPosition) ++counters["polls"];
}

void LoopMetrics::merge(const LoopMetrics& other) {
    counters.add(other.counters);
    for (std::size_t i = 0; i < kMeteredRoutes; ++i) {
        for (std::size_t status = 0; status < kStatusClasses; ++status)
            routes[i].answered[status] += other.routes[i].answered[status];
        routes[i].duration_ns.merge(other.routes[i].duration_ns);
    }
    wait_ms.merge(other.wait_ms);
}

}  // namespace onsale::http
