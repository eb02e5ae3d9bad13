#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "payment/domain/ids.hpp"

namespace onsale::payment {

// `O-` and thirteen symbols (Crockford's base 32: no I, L, O, U), easy to read aloud and valid in
// URLs. The code names an order but authorizes nothing.
std::string to_text(OrderCode code);

// Accepts letters in either case, otherwise strict.
std::optional<OrderCode> parse_order_code(std::string_view text);

// A code for a test purchase, `O-0TEST` and eight more symbols. People recognize it at once, and no
// order ever has one.
OrderCode trial_code(std::uint64_t random);
bool is_trial(OrderCode code);

}  // namespace onsale::payment
