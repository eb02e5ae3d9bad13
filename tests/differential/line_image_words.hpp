#pragma once

#include <string>

#include "tests/differential/redis_link.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::differential {

// Throws Mismatch if the image from which a view would start differs from the line at that stream
// entry.
void compare_image(const Answer& read, const waiting_room::Line& line, const std::string& id);

}  // namespace onsale::differential
