#pragma once

#include <string>

#include "sale/advice/advice.hpp"

namespace onsale::sale {

// What a change to `rate` for this reason says to an operator.
std::string english_sentence(const SaleNumbers& now, AdviceReason reason, std::uint32_t rate);
std::string korean_sentence(const SaleNumbers& now, AdviceReason reason, std::uint32_t rate);

}  // namespace onsale::sale
