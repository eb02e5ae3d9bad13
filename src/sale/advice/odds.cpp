#include "sale/advice/odds.hpp"

#include <algorithm>

namespace onsale::sale {
namespace {

// How far those ahead may be off from what is expected of them. An assumed rate of buyers is one
// half, so twice as many is everybody: "likely" is then said only if there is enough for all.
struct Margin {
    std::uint64_t most;
    std::uint64_t least;
};
constexpr Margin kMeasured = {1'250, 800};
constexpr Margin kAssumed = {2'000, 500};

// In thousandths of a seat. No product here reaches 2^63: counts are below 2^32, shares at most
// 1,000 and seats per buyer at most 64,000.
std::uint64_t supply(const OddsInput& input) {
    return std::uint64_t{input.seats_free} * kWhole +
           std::uint64_t{input.seats_may_return} * input.rates.return_share;
}

// In two parts, so that nothing overflows and no fraction of a seat is lost.
std::uint64_t scaled(std::uint64_t wanted, std::uint64_t permille) {
    return wanted / kWhole * permille + wanted % kWhole * permille / kWhole;
}

Odds judge(const OddsInput& input, std::uint64_t supplied, std::uint64_t wanted) {
    if (input.seats_free == 0 && input.seats_may_return == 0) return Odds::kNone;
    const Margin margin = input.rates.measured ? kMeasured : kAssumed;
    // Enough for an average buyer after a greedy crowd, or for at least one seat after a shy one.
    if (supplied >= scaled(wanted, margin.most) + input.rates.seats_per_buyer) return Odds::kLikely;
    if (supplied >= scaled(wanted, margin.least) + kWhole) return Odds::kEven;
    return Odds::kUnlikely;
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

}  // namespace onsale::sale
