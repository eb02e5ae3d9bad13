#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "seat/domain/plan.hpp"

namespace onsale::seat {

enum class HallKind : std::uint8_t { kTheatre, kArena, kStadium };

// Accepts "theatre", "arena" and "stadium".
std::optional<HallKind> hall_kind(std::string_view word);

// Makes a realistic hall for demos, tests and benchmarks, with curved rows, accessible seats and
// standing areas. The result is always the same: a theatre of 500, an arena of 10,000 or a stadium
// of 50,000 seats.
HallPlan make_hall(HallKind kind);

}  // namespace onsale::seat
