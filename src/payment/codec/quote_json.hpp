#pragma once

#include <functional>
#include <string>

#include <boost/json/object.hpp>

#include "payment/domain/prices.hpp"
#include "payment/domain/refund_policy.hpp"

namespace onsale::payment {

// Returns the seat's id in its hall plan. Seat indexes, price indexes and fences are not exposed.
using SeatName = std::function<std::string(SeatIndex)>;

// {"lines": [{"seat", "grade", "type", "price", "fees"}], "orderFees", "total", "currency"}.
// REQUIRES: `quote` was made from `prices`.
boost::json::object to_json(const Quote& quote, const PriceList& prices, const SeatName& seat_name);

// {"seats": [], "deductions": [{"kind", "seat"?, "amount"}], "amount", "currency"}.
boost::json::object to_json(const RefundQuote& quote, const SeatName& seat_name);

}  // namespace onsale::payment
