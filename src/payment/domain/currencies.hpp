#pragma once

#include <optional>

#include "payment/domain/money.hpp"

namespace onsale::payment {

// Number of decimals of the currency's smallest unit by ISO 4217 (won 0, cent 2, fils 3).
// std::nullopt if nobody pays with it: a mistyped code, a currency that was replaced, or a code for
// funds, metals or tests.
std::optional<int> decimals_of(const Currency& currency);

}  // namespace onsale::payment
