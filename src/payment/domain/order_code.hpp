#pragma once

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

}  // namespace onsale::payment
