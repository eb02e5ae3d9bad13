#include "sale/advice/payments.hpp"

#include <algorithm>

namespace onsale::sale {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kEnoughToWorry = 20;
constexpr std::uint64_t kEnoughToTrust = 5;
// After about ten seconds guests begin to reload and to pay twice.
constexpr Duration kSlow = 10s;
constexpr Duration kBrisk = 5s;

bool fails(const RecentPayments& payments) {
    return payments.approved * std::uint64_t{2} < payments.all() ||
           payments.unknown * std::uint64_t{10} > payments.all();
}

bool is_well(const RecentPayments& payments) {
    return payments.approved * std::uint64_t{4} >= payments.all() * 3 &&
           payments.unknown * std::uint64_t{20} <= payments.all() && payments.latency_p95 < kBrisk;
}

}  // namespace

PaymentHealth health_of(const RecentPayments& payments) {
    if (payments.all() < kEnoughToTrust) return PaymentHealth::kUnheard;
    if (is_well(payments)) return PaymentHealth::kHealthy;
    if (payments.all() < kEnoughToWorry) return PaymentHealth::kWorn;
    if (payments.approved == 0) return PaymentHealth::kDead;
    if (fails(payments)) return PaymentHealth::kFailing;
    return payments.latency_p95 >= kSlow ? PaymentHealth::kSlow : PaymentHealth::kWorn;
}

std::uint32_t slowed(std::uint32_t rate, PaymentHealth health) {
    const std::uint32_t slowest = std::min(rate, kSlowestRate);
    switch (health) {
        case PaymentHealth::kUnheard:
        case PaymentHealth::kHealthy:
        case PaymentHealth::kWorn:
            return rate;
        case PaymentHealth::kSlow:
            return std::max(slowest, rate / 4 * 3 + rate % 4 * 3 / 4);
        case PaymentHealth::kFailing:
            return std::max(slowest, rate / 2);
        case PaymentHealth::kDead:
            return slowest;
    }
    return rate;
}

}  // namespace onsale::sale
