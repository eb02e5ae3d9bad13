#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "seat/domain/plan.hpp"

namespace onsale::seat {

enum class HallKind : std::uint8_t { kTheatre, kArena, kStadium };

// "theatre", "arena", "stadium".
std::optional<HallKind> hall_kind(std::string_view word);

// A real-looking hall for demos, tests and benches, always the same: a theatre of 500, an arena of
// 10,000 and a stadium of 50,000, with curved rows, accessible seats and standing areas.
HallPlan make_hall(HallKind kind);

}  // namespace onsale::seat
