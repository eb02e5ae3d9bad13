#pragma once

#include <string_view>

#include "base/time.hpp"

namespace onsale::runtime {

// Returns whether the machine's time zone database contains the name ("Asia/Seoul") and can be
// read.
bool zone_known(std::string_view zone);

// How far the zone is ahead of UTC at an instant. An unknown name counts as UTC. Does not throw.
// Thread safety: may be called from any thread.
Duration zone_offset(std::string_view zone, Instant at);

}  // namespace onsale::runtime
