#pragma once

#include <cstdint>
#include <optional>

#include "base/time.hpp"
#include "sale/advice/advice.hpp"
#include "sale/advice/payments.hpp"

namespace onsale::sale {

// What `admission = "brake"` remembers from one look to the next. It may only slow down what the
// operator set, and only because of payments.
struct Brake {
    std::optional<std::uint32_t> limit;  // Guests a second; none: off, the operator's rate holds.
    AdviceReason reason = AdviceReason::kSteady;
    Instant moved_at{};
    bool rising = false;  // The last step was up.

    friend bool operator==(const Brake&, const Brake&) = default;
};

// A look at the payments, as often as one likes. It steps down at once when they turn bad, and
// again after a minute, when what it judges by is new; up, doubling, every half minute while they
// are healthy. In between and without payments nothing changes.
Brake brake(const Brake& before, const RecentPayments& payments, std::uint32_t operator_rate,
            Instant now);

// What to let in now; never more than the operator's rate.
std::uint32_t admit_per_second(const Brake& brake, std::uint32_t operator_rate);

}  // namespace onsale::sale
