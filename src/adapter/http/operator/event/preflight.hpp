#pragma once

#include <vector>

#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/operator/call/admin_backend.hpp"
#include "base/time.hpp"
#include "waiting_room/domain/line/line_view.hpp"

namespace onsale::http {

// What can be said about an event before its sale from its own settings and state. The machine's
// checks (clock, disk, backup, keys) come from the backend.
std::vector<PreflightCheck> check_event(const waiting_room::LineView& line, Degraded degraded,
                                        Instant wall);

}  // namespace onsale::http
