#include "sale/advice/brake.hpp"

#include <algorithm>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

// Equals the window of RecentPayments, so that one failure causes only one step.
constexpr Duration kDownEvery = 60s;
// From 1 to 100 per second takes three and a half minutes.
constexpr Duration kUpEvery = 30s;

Brake stepped_down(const Brake& before, PaymentHealth health, std::uint32_t operator_rate,
                   Instant now) {
    const bool fresh = !before.limit || before.rising || now - before.moved_at >= kDownEvery;
    if (!fresh) return before;
    const std::uint32_t rate = slowed(admit_per_second(before, operator_rate), health);
    const bool slow = health == PaymentHealth::kSlow;
    return {std::max(rate, kSlowestRate),
            slow ? AdviceReason::kPaymentsSlow : AdviceReason::kPaymentsFailing, now, false};
}

Brake stepped_up(const Brake& before, std::uint32_t operator_rate, Instant now) {
    if (!before.limit || now - before.moved_at < kUpEvery) return before;
    const std::uint64_t doubled = std::uint64_t{*before.limit} * 2;
    if (doubled >= operator_rate) return {};
    return {static_cast<std::uint32_t>(doubled), before.reason, now, true};
}

}  // namespace

Brake brake(const Brake& before, const RecentPayments& payments, std::uint32_t operator_rate,
            Instant now) {
    const PaymentHealth health = health_of(payments);
    switch (health) {
        case PaymentHealth::kUnheard:
        case PaymentHealth::kWorn:
            return before;
        case PaymentHealth::kHealthy:
            return stepped_up(before, operator_rate, now);
        case PaymentHealth::kSlow:
        case PaymentHealth::kFailing:
        case PaymentHealth::kDead:
            return stepped_down(before, health, operator_rate, now);
    }
    return before;
}

std::uint32_t admit_per_second(const Brake& brake, std::uint32_t operator_rate) {
    return std::min(operator_rate, brake.limit.value_or(operator_rate));
}

}  // namespace onsale::sale
