#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"

namespace onsale::http {

// The counts of the line.
boost::json::object line_numbers(const LoopContext& context, waiting_room::EventId event);

}  // namespace onsale::http
