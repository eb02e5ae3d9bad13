#pragma once

#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "base/time.hpp"
#include "operate/port/server_operations.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// Preflight checks that need only the event's own settings and state. The backend makes the checks
// of the machine (clock, disk, backup, keys).
std::vector<operate::PreflightCheck> check_event(const waiting_room::LineView& line,
                                                 Degraded degraded, Instant wall);

}  // namespace onsale::http
