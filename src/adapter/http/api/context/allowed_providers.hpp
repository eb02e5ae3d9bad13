#pragma once

#include "payment/port/payment_provider.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// Whether guests of the event may pay with this provider. A provider that only simulates payments
// is not allowed for a real event.
inline bool may_pay_with(const payment::Provider& provider,
                         const waiting_room::EventSettings& event) {
    return event.demo || !provider.demo_only;
}

}  // namespace onsale::http
