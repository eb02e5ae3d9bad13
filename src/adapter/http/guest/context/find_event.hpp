#pragma once

#include <string_view>

#include "adapter/http/guest/context/guest_context.hpp"

namespace onsale::http {

// The event with this key; null when there is none that guests may see.
const waiting_room::LineView* find_event(const GuestContext& guest, std::string_view key,
                                         waiting_room::EventId* id = nullptr);

}  // namespace onsale::http
