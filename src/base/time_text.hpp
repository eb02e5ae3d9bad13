#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace onsale {

// Parses a duration: a whole number and a unit, such as "250ms", "180s", "30m", "2h" or "7d". "0"
// needs no unit. Returns std::nullopt for anything else and for values above 999d, 9999h, 999999m,
// 99999999s or 99999999999ms.
std::optional<Duration> parse_duration(std::string_view text);
// Uses the largest unit that represents the duration exactly.
std::string format_duration(Duration duration);

// Parses an RFC 3339 date-time, which must have an offset: "2026-11-15T20:00:00+09:00". A fraction
// of a second and "Z" are accepted.
std::optional<Instant> parse_iso_time(std::string_view text);
// In UTC with milliseconds: "2026-11-15T11:00:00.000+00:00". Always 29 characters.
std::string format_iso_time(Instant instant);

}  // namespace onsale
