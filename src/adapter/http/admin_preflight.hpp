#pragma once

#include <vector>

#include "adapter/http/admin_backend.hpp"
#include "adapter/http/loop_context.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/line_view.hpp"

namespace onsale::http {

// Preflight checks that need only the event's own settings and state. The backend makes the checks
// of the machine (clock, disk, backup, keys).
std::vector<PreflightCheck> check_event(const waiting_room::LineView& line, Degraded degraded,
                                        Instant wall);

}  // namespace onsale::http
