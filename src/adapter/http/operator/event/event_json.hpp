#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// One event in the list of all.
boost::json::object event_summary(const waiting_room::LineView& line);

// Settings, and what else an operator needs to change them.
boost::json::object event_details(const waiting_room::LineView& line);

// The line in numbers.
boost::json::object line_numbers(const LoopContext& context, waiting_room::EventId event);

}  // namespace onsale::http
