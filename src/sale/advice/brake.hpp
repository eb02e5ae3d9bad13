#pragma once

#include <cstdint>
#include <optional>

#include "base/time.hpp"
#include "sale/advice/advice.hpp"
#include "sale/advice/payments.hpp"

namespace onsale::sale {

// State of `admission = "brake"` between two calls. The brake can only reduce the operator's rate,
// and only because of payments.
struct Brake {
    // Guests per second; not set: off, the operator's rate applies.
    std::optional<std::uint32_t> limit;
    AdviceReason reason = AdviceReason::kSteady;
    Instant moved_at{};
    bool rising = false;  // The last step was an increase.

    friend bool operator==(const Brake&, const Brake&) = default;
};

// Computes the next state; may be called at any interval. It reduces the rate at once when payments
// become bad, and again after a minute, when all data is new. While payments are healthy it doubles
// the rate every half minute. Otherwise, and without payments, nothing changes.
Brake brake(const Brake& before, const RecentPayments& payments, std::uint32_t operator_rate,
            Instant now);

// The admission rate to use now; never more than the operator's rate.
std::uint32_t admit_per_second(const Brake& brake, std::uint32_t operator_rate);

}  // namespace onsale::sale
