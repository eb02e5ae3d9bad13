#pragma once

#include <cstdint>

#include "base/time.hpp"

namespace onsale::sale {

// What became of payments in the last minute or so, and how long the provider took to answer.
struct RecentPayments {
    std::uint32_t approved = 0;
    std::uint32_t declined = 0;
    std::uint32_t unknown = 0;
    Duration latency_median{};
    Duration latency_p95{};

    std::uint64_t all() const { return std::uint64_t{approved} + declined + unknown; }
};

enum class PaymentHealth : std::uint8_t {
    kUnheard,  // Too few to say anything.
    kHealthy,
    kWorn,  // Neither ill nor well: no reason to change anything.
    kSlow,
    kFailing,
    kDead,  // Not one was approved.
};

// It takes 20 payments to call them ill and 5 to call them well: who brakes on bad news sees few
// payments afterwards, and must be able to learn from those. Between ill and well lies a gap, so
// that a rate does not swing on one payment more or less:
//   failing: fewer than half approved, or more than a tenth unknown; slow: a p95 of 10 s
//   healthy: at least three quarters approved, at most a twentieth unknown, a p95 below 5 s
// Guests whose card has no money left are part of any sale, so declines alone weigh less.
PaymentHealth health_of(const RecentPayments& payments);

// At least one a second: somebody must try to pay, or nobody ever learns that paying works again.
constexpr std::uint32_t kSlowestRate = 1;

// One careful step down from `rate` for payments in this state; `rate` itself where there is no
// reason. Never below kSlowestRate unless `rate` was.
std::uint32_t slowed(std::uint32_t rate, PaymentHealth health);

}  // namespace onsale::sale
