#pragma once

#include <string_view>

#include "base/time.hpp"

namespace onsale::runtime {

// Whether the machine's time zone database knows the name ("Asia/Seoul").
bool zone_known(std::string_view zone);

// How far the zone is ahead of UTC at an instant; UTC for a name that is not known.
// Thread safety: all of it.
Duration zone_offset(std::string_view zone, Instant at);

}  // namespace onsale::runtime
