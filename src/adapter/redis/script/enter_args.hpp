#pragma once

#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::redis {

// One guest on its way into line_enter.
struct Joining {
    GuestId guest;
    waiting_room::Number shown{};  // 0: none.
    std::string proof{};
};

// ARGV of line_enter but for the time. Most guests have nothing but themselves to show, and are
// told by sixteen bytes each.
std::vector<std::string> line_enter_args(const std::vector<Joining>& guests);

}  // namespace onsale::redis
