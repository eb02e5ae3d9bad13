#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "payment/codec/quote_json.hpp"

namespace onsale::http {

// When a deadline in the line's time falls due, and every other instant, by the sale's clock: the
// one that `serverTime` tells, so that a page can count down by the difference.
Instant guest_deadline(const LoopContext& context, const payment::Order& order);

payment::SeatName seat_names(const LoopContext& context, const payment::Order& order);

enum class OrderDepth : std::uint8_t { kBrief, kWithHistory };

// An order as its guest may see it: what payment::to_json says, with its names, its booking and,
// where asked for, every transition with when, who and why.
boost::json::object order_json(const LoopContext& context, const sale::OrderCopy& copy,
                               OrderDepth depth);

// What the guest would get back, every deduction, and what becomes of the seats.
boost::json::object refund_json(const LoopContext& context, const payment::Order& order,
                                const payment::RefundQuote& quote);

}  // namespace onsale::http
