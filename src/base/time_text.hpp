#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace onsale {

// Durations as people write them: a whole number and a unit, "250ms", "180s", "30m", "2h", "7d".
// "0" needs no unit. Nothing for anything else, nor for more than 999d, 9999h, 999999m, 99999999s
// or 99999999999ms.
std::optional<Duration> parse_duration(std::string_view text);
// The largest unit that loses nothing.
std::string format_duration(Duration duration);

// A date-time of RFC 3339, which has an offset: "2026-11-15T20:00:00+09:00", also with a fraction
// of a second or "Z".
std::optional<Instant> parse_iso_time(std::string_view text);
// In UTC with milliseconds: "2026-11-15T11:00:00.000+00:00". Always 29 characters.
std::string format_iso_time(Instant instant);

}  // namespace onsale
