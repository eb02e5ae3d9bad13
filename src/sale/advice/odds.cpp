#include "sale/advice/odds.hpp"

#include <algorithm>
#include <limits>

namespace onsale::sale {
namespace {

// Tolerance for the demand of the guests ahead, in thousandths. The assumed share of buyers is one
// half, so twice the demand means that everybody buys: "likely" then requires enough seats for all.
struct Margin {
    std::uint64_t most;
    std::uint64_t least;
};
constexpr Margin kMeasured = {1'250, 800};
constexpr Margin kAssumed = {2'000, 500};

// In thousandths of a seat. No product here reaches 2^63: counts are below 2^32, shares are at most
// 1,000 and seats per buyer at most 64,000.
std::uint64_t supply(const OddsInput& input) {
    return std::uint64_t{input.seats_free} * kWhole +
           std::uint64_t{input.seats_may_return} * input.rates.return_share;
}

// Computed in two parts, to avoid an overflow and the loss of fractions of a seat.
std::uint64_t scaled(std::uint64_t wanted, std::uint64_t permille) {
    return wanted / kWhole * permille + wanted % kWhole * permille / kWhole;
}

Odds judge(const OddsInput& input, std::uint64_t supplied, std::uint64_t wanted) {
    if (input.sold_out || (input.seats_free == 0 && input.seats_may_return == 0))
        return Odds::kNone;
    const Margin margin = input.rates.measured ? kMeasured : kAssumed;
    // Likely: enough for an average buyer after the highest demand. Even: at least one seat after
    // the lowest demand.
    if (supplied >= scaled(wanted, margin.most) + input.rates.seats_per_buyer) return Odds::kLikely;
    if (supplied >= scaled(wanted, margin.least) + kWhole) return Odds::kEven;
    return Odds::kUnlikely;
}

// More guests ahead never improve the odds, so a binary search finds the limit.
std::int64_t ahead_max(OddsInput input, Odds at_least) {
    const std::uint32_t inside = input.guests_ahead;
    const auto good = [&](std::int64_t ahead) {
        input.guests_ahead = inside + static_cast<std::uint32_t>(ahead);
        return odds_of(input).odds <= at_least;
    };
    std::int64_t bad = std::int64_t{std::numeric_limits<std::uint32_t>::max()} - inside;
    std::int64_t best = -1;
    while (best + 1 < bad) {
        const std::int64_t middle = best + (bad - best) / 2;
        (good(middle) ? best : bad) = middle;
    }
    return best;
}

}  // namespace

OddsAnswer odds_of(const OddsInput& input) {
    const std::uint64_t supplied = supply(input);
    const std::uint64_t wanted = input.guests_ahead * seats_per_admitted(input.rates);
    return {.odds = judge(input, supplied, wanted),
            .seats = supplied / kWhole,
            .seats_wanted = wanted / kWhole,
            .expected_left = (supplied - std::min(supplied, wanted)) / kWhole,
            .guests_ahead = input.guests_ahead,
            .rates = input.rates};
}

AheadLimits ahead_limits(const OddsInput& input) {
    return {.likely = ahead_max(input, Odds::kLikely),
            .even = ahead_max(input, Odds::kEven),
            .sold_out = input.sold_out};
}

std::uint64_t rough_count(std::uint64_t count) {
    std::uint64_t unit = 1;
    while (count / unit >= 10)
        unit *= 10;
    return (count + unit / 2) / unit * unit;
}

}  // namespace onsale::sale
