#pragma once

#include <string>

#include "sale/advice/advice.hpp"

namespace onsale::sale {

// The message to the operator for a change to `rate` for this reason.
std::string english_sentence(const SaleNumbers& now, AdviceReason reason, std::uint32_t rate);
std::string korean_sentence(const SaleNumbers& now, AdviceReason reason, std::uint32_t rate);

}  // namespace onsale::sale
