#pragma once

#include <optional>

#include "payment/domain/rule/order_rules.hpp"

namespace onsale::payment {

// The decision for a payment request that repeats an earlier one with the same Idempotency-Key;
// std::nullopt if it is not a repetition. Looks up the order and not the hold, which may have
// ended.
std::optional<Decision> repeated(const OrderBook& book, const GuestId& guest,
                                 const std::optional<CallKey>& call);

}  // namespace onsale::payment
