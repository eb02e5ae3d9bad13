#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "adapter/http/api/error/bad_query.hpp"
#include "base/result.hpp"

namespace onsale::http {

// The query parameters of the seat map and of the plan, as views into the request.
struct SeatMapQuery {
    std::string_view event;
    std::string_view performance;
    std::optional<std::uint64_t> since;
};

enum class SinceKey : std::uint8_t { kTaken, kUnknown };

// Parses without decoding and without allocation: keys of events and performances need no escapes.
// Each key may occur once; unknown keys are refused.
Result<SeatMapQuery, BadQuery> parse_seat_map_query(std::string_view query, SinceKey since);

}  // namespace onsale::http
