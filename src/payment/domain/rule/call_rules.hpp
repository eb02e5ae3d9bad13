#pragma once

#include <optional>

#include "payment/domain/rule/order_rules.hpp"

namespace onsale::payment {

// What a guest's payment request is told that was made before under the same Idempotency-Key;
// nothing for one that was not. Its order is looked at before its hold, which may be gone.
std::optional<Decision> repeated(const OrderBook& book, const GuestId& guest,
                                 const std::optional<CallKey>& call);

}  // namespace onsale::payment
