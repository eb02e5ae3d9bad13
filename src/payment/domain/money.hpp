#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace onsale::payment {

// ISO 4217, three capital letters.
struct Currency {
    std::array<char, 3> code{};

    friend constexpr auto operator<=>(const Currency&, const Currency&) = default;
    std::string_view text() const { return {code.data(), code.size()}; }
};

std::optional<Currency> parse_currency(std::string_view text);

constexpr Currency kWon{{'K', 'R', 'W'}};

// An amount in the currency's smallest unit (won, cent). There are no fractions.
struct Money {
    std::int64_t amount = 0;
    Currency currency = kWon;

    friend constexpr bool operator==(const Money&, const Money&) = default;
};

// `permille` thousandths of an amount, rounded down: the share that we keep is never rounded up.
// REQUIRES: amount >= 0, permille <= 1000.
std::int64_t share_of(std::int64_t amount, std::uint16_t permille);

}  // namespace onsale::payment
