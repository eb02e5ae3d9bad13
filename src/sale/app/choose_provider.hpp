#pragma once

#include <string_view>

#include "payment/port/payment_provider.hpp"
#include "sale/domain/settings.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::sale {

// Whether guests of the event may pay with this provider. A provider that only simulates payments
// is not allowed for a real event.
bool may_pay_with(const payment::Provider& provider, const waiting_room::EventSettings& event);

// The named provider, or without a name the first one that takes payments now; null when the event
// has no such provider.
const payment::Provider* choose_provider(payment::Providers providers,
                                         const waiting_room::EventSettings& event,
                                         const SaleLevers& levers, std::string_view word);

}  // namespace onsale::sale
