#pragma once

#include "operate/domain/message.hpp"
#include "sale/advice/advice.hpp"

namespace onsale::http {

// The advice as an effect: its reason and the recommended rate.
operate::Effect effect_of_advice(const sale::SaleNumbers& now, const sale::Advice& advice);

}  // namespace onsale::http
