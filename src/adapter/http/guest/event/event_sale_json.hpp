#pragma once

#include <boost/json/object.hpp>

#include "adapter/http/api/context/loop_context.hpp"

namespace onsale::http {

// Adds to a public event what it sells: what is left as finely as the seller allows, prices with
// every mandatory fee, and how many seats a guest may have.
void add_sale(boost::json::object& event, const LoopContext& context, waiting_room::EventId id);

}  // namespace onsale::http
