#pragma once

#include <string>

#include "sale/domain/settings.hpp"

namespace onsale::http {

// One English sentence per change that says what it does and what can be undone.
std::string effect_of_settings(const sale::SaleSettings& before, const sale::SaleSettings& after);
std::string effect_of_sale_levers(const sale::SaleLevers& before, const sale::SaleLevers& after);
std::string effect_of_terms(bool first);

}  // namespace onsale::http
