#pragma once

#include <boost/json/object.hpp>

#include "base/time.hpp"
#include "payment/codec/quote_json.hpp"
#include "payment/domain/order.hpp"
#include "payment/domain/terms.hpp"

namespace onsale::payment {

// What it takes to show an order to its guest.
struct OrderContext {
    const Terms& terms;  // Of the order's own version.
    SeatName seat_name;
    // What to add to an instant of each clock to show it. A stopped line's deadline is shown as if
    // the line went on now.
    Duration line_to_wall{};
    Duration sale_to_wall{};
};

// What its guest may know: state, the deadline that can hurt, price, attempts left, refunds. Never
// the guest, a payment key, a merchant or a fence; the order's public name is the caller's to add.
// {"state", "reason"?, "declined"?, "deadline"?, "attempt", "attemptsLeft", "quote", "paidAt"?,
//  "refunds": [{"state", "why", "requestedAt", ...the refund's quote}]}
boost::json::object to_json(const Order& order, const OrderContext& context);

}  // namespace onsale::payment
