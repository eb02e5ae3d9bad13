#pragma once

#include <optional>

#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// The problem with the event's time zone, if any. The domain rules cannot check it: only the
// machine knows the valid names. An unknown name counts as UTC, where days end at other hours.
std::optional<waiting_room::SettingsProblem> zone_problem(
    const waiting_room::EventSettings& settings);

}  // namespace onsale::http
