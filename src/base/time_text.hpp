#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace onsale {

// Durations as people write them: a whole number and a unit, "250ms", "180s", "30m", "2h", "7d".
// "0" needs no unit. Nothing for anything else.
std::optional<Duration> parse_duration(std::string_view text);
// The largest unit that loses nothing.
std::string format_duration(Duration duration);

// ISO 8601 with offset: "2026-11-15T20:00:00+09:00", also with milliseconds or "Z".
std::optional<Instant> parse_iso_time(std::string_view text);
// In UTC with milliseconds: "2026-11-15T11:00:00.000+00:00". Always 29 characters.
std::string format_iso_time(Instant instant);

}  // namespace onsale
