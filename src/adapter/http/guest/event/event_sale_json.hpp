#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"

namespace onsale::http {

// Adds the offer to a public event: the remaining seats with the precision that the seller allows,
// the prices with every mandatory fee, and the maximum number of seats per guest.
void add_sale(boost::json::object& event, const LoopContext& context, waiting_room::EventId id);

}  // namespace onsale::http
