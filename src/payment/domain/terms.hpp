#pragma once

#include <chrono>
#include <cstdint>

#include "base/time.hpp"
#include "payment/domain/prices.hpp"
#include "payment/domain/refund_policy.hpp"

namespace onsale::payment {

struct PayRules {
    std::uint8_t attempts_max = 3;
    // From the first request to the end of paying. A decline near the end still leaves
    // `decline_grace`, so an order is paid for at most
    // paying_cap + (attempts_max - 1) * decline_grace: 21 minutes.
    Duration paying_cap = std::chrono::minutes{15};
    Duration decline_grace = std::chrono::minutes{3};
    // Longer than any gateway's own timeout (15 to 60 s are in use): then the outcome is unknown.
    Duration answer_within = std::chrono::seconds{75};

    friend bool operator==(const PayRules&, const PayRules&) = default;
};

// What an event sells by. An order keeps the version it was priced with, so that a later change
// neither raises its price nor worsens its refund.
struct Terms {
    PriceList prices;
    RefundPolicy refunds;
    PayRules rules;

    friend bool operator==(const Terms&, const Terms&) = default;
};

constexpr std::size_t kTermsVersionsMax = 1'000;

}  // namespace onsale::payment
