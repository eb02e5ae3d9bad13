#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.hpp"
#include "sale/advice/buying_rates.hpp"

namespace onsale::sale {

// Ordered from best to worst for the guest.
enum class Odds : std::uint8_t { kLikely, kEven, kUnlikely, kNone };

constexpr auto words_of(Odds) {
    return std::to_array<std::string_view>({"likely", "even", "unlikely", "none"});
}

struct OddsInput {
    std::uint32_t seats_free = 0;
    std::uint32_t seats_may_return = 0;  // Held, being paid or returned.
    // Guests who choose before this guest: those ahead in the line and admitted guests without a
    // hold.
    std::uint32_t guests_ahead = 0;
    BuyingRates rates;
    bool sold_out = false;  // Nothing is sold any more, even if a seat comes back.
};

// The result with the numbers it was computed from, so that a page can show "about 900 seats for
// the 4,000 ahead: unlikely".
struct OddsAnswer {
    Odds odds = Odds::kNone;
    std::uint64_t seats = 0;          // Free seats plus the expected number of returned ones.
    std::uint64_t seats_wanted = 0;   // Expected demand of the guests ahead.
    std::uint64_t expected_left = 0;  // Expected seats left when it is the guest's turn.
    std::uint32_t guests_ahead = 0;
    BuyingRates rates;
};

// Computes the odds of getting seats; docs/odds.md describes the arithmetic. More guests ahead
// never improve the odds, and more seats never worsen them.
OddsAnswer odds_of(const OddsInput& input);

// The maximum number of guests ahead in the line for which the odds are at least likely, or at
// least even; -1 when there is none. They answer for every guest of a line at once.
struct AheadLimits {
    std::int64_t likely = -1;
    std::int64_t even = -1;
    bool sold_out = false;
};

// `input.guests_ahead` counts only the admitted guests without a hold; the limits are about the
// guests in the line, who choose after them.
AheadLimits ahead_limits(const OddsInput& input);

// The odds of a guest with this number of guests ahead in the line.
constexpr Odds odds_behind(const AheadLimits& limits, std::uint32_t ahead) {
    return limits.sold_out          ? Odds::kNone
           : ahead <= limits.likely ? Odds::kLikely
           : ahead <= limits.even   ? Odds::kEven
                                    : Odds::kUnlikely;
}

// A count for guests who shall not see the exact one: rounded to its first digit.
std::uint64_t rough_count(std::uint64_t count);

}  // namespace onsale::sale
