#pragma once

#include <boost/json/object.hpp>

#include "base/time.hpp"
#include "payment/codec/quote_json.hpp"
#include "payment/domain/order.hpp"
#include "payment/domain/terms.hpp"

namespace onsale::payment {

// The data needed to show an order to its guest.
struct OrderContext {
    const Terms& terms;  // The version with which the order was priced.
    SeatName seat_name;
    // Offsets from each clock to the displayed time. The deadline of a frozen line is shown as if
    // the line continued now.
    Duration line_to_wall{};
    Duration sale_to_wall{};
};

// The part of an order that its guest may see: state, the deadline that the guest must meet, price,
// attempts left, refunds. Never contains the guest, a payment key, a merchant or a fence. The
// caller adds the public order code.
// {"state", "reason"?, "declined"?, "deadline"?, "attempt", "attemptsLeft", "quote", "paidAt"?,
//  "refunds": [{"state", "why", "requestedAt", ...the refund's quote}]}
boost::json::object to_json(const Order& order, const OrderContext& context);

}  // namespace onsale::payment
