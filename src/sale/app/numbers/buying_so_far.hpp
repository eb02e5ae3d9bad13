#pragma once

#include "sale/advice/buying_rates.hpp"
#include "sale/domain/view/buying_counts.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::sale {

// How the guests of an event buy, as far as the two views have seen it.
BuyingRates buying_so_far(const Buying& buying, const waiting_room::LineView& line);

}  // namespace onsale::sale
