#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "operate/port/live_numbers.hpp"
#include "sale/advice/advice.hpp"

namespace onsale::http {

// The numbers on which the advice is based.
sale::SaleNumbers advice_numbers(const LoopContext& context, waiting_room::EventId event,
                                 const operate::LiveNumbers& live);

// Money and payments: now, in the last five minutes and in total.
boost::json::object payment_numbers(const LoopContext& context, waiting_room::EventId event,
                                    Instant now);
// The admission rate, what limits it, and the advice.
boost::json::object admission_numbers(const LoopContext& context, waiting_room::EventId event,
                                      const operate::LiveNumbers& live);

}  // namespace onsale::http
