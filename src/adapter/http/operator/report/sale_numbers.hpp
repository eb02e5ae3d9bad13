#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/measure/live_history.hpp"
#include "sale/advice/advice.hpp"

namespace onsale::http {

LiveSource live_source(const LoopContext& context);

// The numbers on which the advice is based. `series` may be null when nothing was sampled yet.
sale::SaleNumbers advice_numbers(const LoopContext& context, waiting_room::EventId event,
                                 const EventSeries* series);

// Money and payments: now, in the last five minutes and in total.
boost::json::object payment_numbers(const LoopContext& context, waiting_room::EventId event,
                                    Instant now);
// The admission rate, what limits it, and the advice.
boost::json::object admission_numbers(const LoopContext& context, waiting_room::EventId event,
                                      const LiveHistory& history);

}  // namespace onsale::http
