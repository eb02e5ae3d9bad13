#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/api/measure/live_history.hpp"
#include "sale/advice/advice.hpp"

namespace onsale::http {

LiveSource live_source(const LoopContext& context);

// What became of payments about a minute ago and since: what advice and brake go by.
sale::RecentPayments recent_payments(const sale::EventFigures& figures, Instant now);

// A rate to let guests in at. `series` may be null: nothing was sampled yet.
sale::Advice advice_for(const LoopContext& context, waiting_room::EventId event,
                        const EventSeries* series);

// Money and payments: now, of the last five minutes and since the event exists.
boost::json::object payment_numbers(const LoopContext& context, waiting_room::EventId event,
                                    Instant now);
// How fast guests are let in, what slows it, and the advice.
boost::json::object admission_numbers(const LoopContext& context, waiting_room::EventId event,
                                      const LiveHistory& history);

}  // namespace onsale::http
