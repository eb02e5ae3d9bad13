#pragma once

#include <functional>
#include <map>
#include <string>

#include "adapter/http/api/seat/seat_map_text.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::http {

// State of the seats' routes on one loop.
struct SeatRouteState {
    std::string headers{};  // Reused by every synchronous answer.
    // Key: event and performance.
    std::map<waiting_room::EventId, std::map<std::string, SeatMapText, std::less<>>> maps{};
};

}  // namespace onsale::http
