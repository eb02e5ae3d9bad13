#pragma once

#include "operate/domain/message.hpp"
#include "sale/advice/advice.hpp"

namespace onsale::http {

// The reason of the advice and what it asks for.
operate::Effect effect_of_advice(const sale::SaleNumbers& now, const sale::Advice& advice);

}  // namespace onsale::http
