#pragma once

#include <string>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/line/standing.hpp"

namespace onsale::redis {

// One guest in a batch of line_enter.
struct Joining {
    GuestId guest;
    waiting_room::Number shown{};  // Number of the presented token; 0: none.
    std::string proof{};
    // The last known standing of that number; kNone: unknown.
    waiting_room::Standing was = waiting_room::Standing::kNone;
    bool only_back = false;  // The guest wants its earlier place back, not a new one.
};

// ARGV of line_enter without the time. A guest without token or proof needs only 16 bytes, the id.
std::vector<std::string> line_enter_args(const std::vector<Joining>& guests);

}  // namespace onsale::redis
