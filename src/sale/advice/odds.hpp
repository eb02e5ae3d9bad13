#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sale/advice/buying_rates.hpp"

namespace onsale::sale {

// In order: a later one is never better for the guest.
enum class Odds : std::uint8_t { kLikely, kEven, kUnlikely, kNone };

constexpr std::array<std::string_view, 4> kOddsWords = {"likely", "even", "unlikely", "none"};

constexpr std::string_view to_word(Odds odds) {
    return kOddsWords[static_cast<std::size_t>(odds)];
}

struct OddsInput {
    std::uint32_t seats_free = 0;
    std::uint32_t seats_may_return = 0;  // Held, paying and returned ones.
    // Who chooses before this guest: those ahead in the line and those inside without a hold.
    std::uint32_t guests_ahead = 0;
    BuyingRates rates;
};

// The answer with the numbers it was reckoned from, so that a page can say "about 900 seats for the
// 4,000 ahead: unlikely".
struct OddsAnswer {
    Odds odds = Odds::kNone;
    std::uint64_t seats = 0;          // Free, and of the others as many as usually come back.
    std::uint64_t seats_wanted = 0;   // By those ahead.
    std::uint64_t expected_left = 0;  // When the guest's turn comes.
    std::uint32_t guests_ahead = 0;
    BuyingRates rates;
};

// How the odds of getting seats stand; docs/odds.md has the arithmetic. More guests ahead never
// make them better, more seats never worse.
OddsAnswer odds_of(const OddsInput& input);

}  // namespace onsale::sale
