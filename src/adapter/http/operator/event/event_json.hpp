#pragma once

#include <boost/json/object.hpp>

#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// One event in the list of all events.
boost::json::object event_summary(const waiting_room::LineView& line);

// The settings, and the other values that an operator needs to change them.
boost::json::object event_details(const waiting_room::LineView& line);

}  // namespace onsale::http
