#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "payment/domain/ids.hpp"

namespace onsale::payment {

// `O-` and thirteen digits and letters (Crockford's base 32: no I, L, O, U), for people to read out
// and for URLs. It names an order and proves nothing.
std::string to_text(OrderCode code);

// Strict but for the case of letters.
std::optional<OrderCode> parse_order_code(std::string_view text);

// A code for a test purchase, `O-0TEST` and eight more: people see at once what it is, and no order
// ever has one.
OrderCode trial_code(std::uint64_t random);
bool is_trial(OrderCode code);

}  // namespace onsale::payment
