#pragma once

#include <cstdint>

#include "base/time.hpp"

namespace onsale::sale {

// Outcomes of payments in about the last minute, and the provider's response times.
struct RecentPayments {
    std::uint32_t approved = 0;
    std::uint32_t declined = 0;
    std::uint32_t unknown = 0;
    Duration latency_median{};
    Duration latency_p95{};

    std::uint64_t all() const { return std::uint64_t{approved} + declined + unknown; }
};

enum class PaymentHealth : std::uint8_t {
    kUnheard,  // Too few payments for a judgement.
    kHealthy,
    kWorn,  // Neither bad nor healthy: no reason for a change.
    kSlow,
    kFailing,
    kDead,  // No payment was approved.
};

// At least 20 payments are needed to call them bad, but only 5 to call them healthy: after braking
// there are few payments, and the brake must be able to release on those. A gap between bad and
// healthy prevents the rate from oscillating:
//   failing: fewer than half approved, or more than a tenth unknown; slow: a p95 of 10 s
//   healthy: at least three quarters approved, at most a twentieth unknown, a p95 below 5 s
// Declined cards are part of any sale, so declines alone weigh less.
PaymentHealth health_of(const RecentPayments& payments);

// Minimum rate per second. Some guests must try to pay, otherwise a recovery would never be
// detected.
constexpr std::uint32_t kSlowestRate = 1;

// One step down from `rate` for payments in this state, or `rate` itself if there is no reason.
// Never below kSlowestRate unless `rate` already was.
std::uint32_t slowed(std::uint32_t rate, PaymentHealth health);

}  // namespace onsale::sale
