#pragma once

#include <string>

#include "tests/differential/redis_link.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::differential {

// Throws Mismatch where what a view would start anew from is not the line, at that entry of the
// stream.
void compare_image(const Answer& read, const waiting_room::Line& line, const std::string& id);

}  // namespace onsale::differential
