#include "waiting_room/domain/event.hpp"

#include <algorithm>

namespace onsale::waiting_room {

std::optional<std::uint16_t> EventSettings::phase_index(const std::string& id) const {
    const auto found = std::ranges::find(phases, id, &Phase::id);
    if (found == phases.end()) return std::nullopt;
    return static_cast<std::uint16_t>(found - phases.begin());
}

std::optional<std::uint16_t> EventSettings::phase_at(Instant wall) const {
    const auto holds = [wall](const Phase& phase) { return phase.from <= wall && wall < phase.to; };
    const auto found = std::ranges::find_if(phases, holds);
    if (found == phases.end()) return std::nullopt;
    return static_cast<std::uint16_t>(found - phases.begin());
}

}  // namespace onsale::waiting_room
