#include "adapter/http/api/measure/live_totals.hpp"

namespace onsale::http {
namespace {

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

std::uint64_t LoopTotals::refused(std::size_t index) const {
    return index < kErrorCodes ? counters.cells("rejections_total")[index]
                               : counters.cells("transport_refusals_total")[index - kErrorCodes];
}

std::uint64_t& LoopTotals::refused(std::size_t index) {
    return index < kErrorCodes ? counters.cells("rejections_total")[index]
                               : counters.cells("transport_refusals_total")[index - kErrorCodes];
}

void LoopTotals::merge(const LoopTotals& other) {
    counters.add(other.counters);
    status_ns.merge(other.status_ns);
    request_ns.merge(other.request_ns);
}

LoopTotals LoopTotals::since(const LoopTotals& earlier) const {
    return {.counters = counters.since(earlier.counters),
            .status_ns = status_ns.since(earlier.status_ns),
            .request_ns = request_ns.since(earlier.request_ns)};
}

LoopTotals LoopTotals::part(Histogram::Share share) const {
    return {.counters = counters.part(share.part, share.whole),
            .status_ns = status_ns.part(share),
            .request_ns = request_ns.part(share)};
}

LoopTotals totals_of(const LoopMetrics& metrics) {
    LoopTotals totals;
    totals.counters = metrics.counters;
    totals.status_ns = metrics.routes[static_cast<std::size_t>(MeteredRoute::kStatus)].took_ns();
    for (std::size_t i = 0; i < kMeteredRoutes; ++i)
        if (is_guests(static_cast<MeteredRoute>(i)))
            totals.request_ns.merge(metrics.routes[i].took_ns());
    return totals;
}

}  // namespace onsale::http
