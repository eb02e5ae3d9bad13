#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "payment/codec/quote_json.hpp"

namespace onsale::http {

// The functions below that show an order need its event.
// REQUIRES: context.view knows the order's event (if_known in order_answer.hpp checks this).

// The deadline of an order by the sale's clock, converted from line time when it is the guest's
// turn. `serverTime` and all other instants use the same clock, so that a page can count down by
// the difference.
Instant guest_deadline(const LoopContext& context, const payment::Order& order);

payment::SeatName seat_names(const LoopContext& context, const payment::Order& order);

enum class OrderDepth : std::uint8_t { kBrief, kWithHistory };

// An order as its guest may see it: the fields of payment::to_json with names, the booking and,
// when requested, every transition with time, actor and reason.
boost::json::object order_json(const LoopContext& context, const sale::OrderCopy& copy,
                               OrderDepth depth);

// The amount that the guest would get back, every deduction, and what happens to the seats.
boost::json::object refund_json(const LoopContext& context, const payment::Order& order,
                                const payment::RefundQuote& quote);

}  // namespace onsale::http
