#include "adapter/http/api/measure/live_totals.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace onsale::http {
namespace {

std::uint64_t answers(const LoopMetrics& metrics, MeteredRoute route) {
    const auto& answered = metrics.routes[static_cast<std::size_t>(route)].answered;
    return std::accumulate(answered.begin(), answered.end(), std::uint64_t{0});
}

bool is_guests(MeteredRoute route) {
    return route != MeteredRoute::kStream && route != MeteredRoute::kHealth &&
           route != MeteredRoute::kMetrics && route != MeteredRoute::kAdmin;
}

}  // namespace

std::string_view refused_code(std::size_t index) {
    return index < kErrorCodes ? entry(static_cast<ErrorCode>(index)).code
                               : text_of(static_cast<Refusal>(index - kErrorCodes)).code;
}

std::optional<std::size_t> refused_index(std::string_view code) {
    for (std::size_t i = 0; i < kRefusedCodes; ++i)
        if (refused_code(i) == code) return i;
    return std::nullopt;
}

void LoopTotals::merge(const LoopTotals& other) {
    requests += other.requests;
    polls += other.polls;
    std::ranges::transform(refused, other.refused, refused.begin(), std::plus{});
    status_ns.merge(other.status_ns);
    request_ns.merge(other.request_ns);
}

LoopTotals LoopTotals::since(const LoopTotals& earlier) const {
    LoopTotals later;
    later.requests = requests - earlier.requests;
    later.polls = polls - earlier.polls;
    std::ranges::transform(refused, earlier.refused, later.refused.begin(), std::minus{});
    later.status_ns = status_ns.since(earlier.status_ns);
    later.request_ns = request_ns.since(earlier.request_ns);
    return later;
}

LoopTotals LoopTotals::part(Histogram::Share share) const {
    const auto some = [share](std::uint64_t count) { return count * share.part / share.whole; };
    LoopTotals totals;
    totals.requests = some(requests);
    totals.polls = some(polls);
    std::ranges::transform(refused, totals.refused.begin(), some);
    totals.status_ns = status_ns.part(share);
    totals.request_ns = request_ns.part(share);
    return totals;
}

LoopTotals totals_of(const LoopMetrics& metrics, const TransportCounters& transport) {
    LoopTotals totals;
    totals.requests = transport.requests;
    totals.polls =
        answers(metrics, MeteredRoute::kStatus) + answers(metrics, MeteredRoute::kPosition);
    std::ranges::copy(metrics.rejections, totals.refused.begin());
    std::ranges::copy(transport.refused, totals.refused.begin() + kErrorCodes);
    totals.status_ns = metrics.routes[static_cast<std::size_t>(MeteredRoute::kStatus)].duration_ns;
    for (std::size_t i = 0; i < kMeteredRoutes; ++i)
        if (is_guests(static_cast<MeteredRoute>(i)))
            totals.request_ns.merge(metrics.routes[i].duration_ns);
    return totals;
}

}  // namespace onsale::http
