#pragma once

#include <optional>

#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// What is wrong with the event's time zone. The rules cannot say: only the machine knows which
// names there are, and a name that it does not know counts as UTC, where days end at other hours.
std::optional<waiting_room::SettingsProblem> zone_problem(
    const waiting_room::EventSettings& settings);

}  // namespace onsale::http
