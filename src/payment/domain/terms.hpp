#pragma once

#include <chrono>
#include <cstdint>

#include "base/time.hpp"
#include "payment/domain/prices.hpp"
#include "payment/domain/refund_policy.hpp"

namespace onsale::payment {

struct PayRules {
    std::uint8_t attempts_max = 3;
    // Maximum time from the first request to the end of payment. A decline near the end still
    // leaves `decline_grace`, so an order can be paid for at most paying_cap + (attempts_max - 1) *
    // decline_grace: 21 minutes.
    Duration paying_cap = std::chrono::minutes{15};
    Duration decline_grace = std::chrono::minutes{3};
    // After this time the outcome is unknown. Longer than the timeout of any gateway (15 to 60 s
    // are in use).
    Duration answer_within = std::chrono::seconds{75};

    friend bool operator==(const PayRules&, const PayRules&) = default;
};

// The terms under which an event sells. An order keeps the version it was priced with, so that a
// later change neither raises its price nor reduces its refund.
struct Terms {
    PriceList prices;
    RefundPolicy refunds;
    PayRules rules;

    friend bool operator==(const Terms&, const Terms&) = default;
};

constexpr std::size_t kTermsVersionsMax = 1'000;

}  // namespace onsale::payment
