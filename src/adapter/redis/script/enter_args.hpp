#pragma once

#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/line/standing.hpp"

namespace onsale::redis {

// One guest on its way into line_enter.
struct Joining {
    GuestId guest;
    waiting_room::Number shown{};  // 0: none.
    std::string proof{};
    // What the caller knew of that number last; kNone: nothing.
    waiting_room::Standing was = waiting_room::Standing::kNone;
    bool only_back = false;  // The guest asks for the place that it had, not for a new one.
};

// ARGV of line_enter but for the time. Most guests have nothing but themselves to show, and are
// told by sixteen bytes each.
std::vector<std::string> line_enter_args(const std::vector<Joining>& guests);

}  // namespace onsale::redis
