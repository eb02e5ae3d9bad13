#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// One event in the list of all events.
boost::json::object event_summary(const waiting_room::LineView& line);

// The settings, and the other values that an operator needs to change them.
boost::json::object event_details(const waiting_room::LineView& line);

// The counts of the line.
boost::json::object line_numbers(const LoopContext& context, waiting_room::EventId event);

}  // namespace onsale::http
