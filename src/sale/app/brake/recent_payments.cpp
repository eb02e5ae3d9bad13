#include "sale/app/brake/recent_payments.hpp"

namespace onsale::sale {

RecentPayments recent_payments(const EventFigures& figures, Instant now) {
    constexpr std::uint32_t kMedian = 500;  // In thousandths.
    constexpr std::uint32_t kP95 = 950;
    const RecentCounts recent = figures.recent(std::chrono::minutes{1}, now);
    return {.approved = recent.approved,
            .declined = recent.declined(),
            .unknown = recent.unknown,
            .latency_median = recent.latency.quantile(kMedian),
            .latency_p95 = recent.latency.quantile(kP95)};
}

}  // namespace onsale::sale
