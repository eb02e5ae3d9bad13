#pragma once

#include "operate/domain/message.hpp"
#include "sale/domain/settings.hpp"

namespace onsale::http {

// These functions say what a change does and whether it can be undone.
operate::Effect effect_of_settings(const sale::SaleSettings& before,
                                   const sale::SaleSettings& after);
operate::Effect effect_of_sale_levers(const sale::SaleLevers& before,
                                      const sale::SaleLevers& after);
operate::Effect effect_of_terms(bool first);

}  // namespace onsale::http
