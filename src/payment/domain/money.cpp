#include "payment/domain/money.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::payment {
namespace {

constexpr std::uint16_t kWhole = 1'000;

}  // namespace

std::optional<Currency> parse_currency(std::string_view text) {
    Currency currency;
    if (text.size() != currency.code.size()) return std::nullopt;
    if (!std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; }))
        return std::nullopt;
    std::ranges::copy(text, currency.code.begin());
    return currency;
}

std::int64_t share_of(std::int64_t amount, std::uint16_t permille) {
    ONSALE_ASSERT(amount >= 0 && permille <= kWhole);
    // Computed in two parts, so that the largest amount does not overflow.
    return amount / kWhole * permille + amount % kWhole * permille / kWhole;
}

}  // namespace onsale::payment
