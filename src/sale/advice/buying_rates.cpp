#include "sale/advice/buying_rates.hpp"

#include <algorithm>

namespace onsale::sale {
namespace {

constexpr std::uint32_t kSeatsPerBuyerMax = 64 * kWhole;  // No order has more lines.

std::uint32_t ratio(std::uint32_t part, std::uint32_t of, std::uint32_t at_most) {
    const std::uint64_t ratio = std::uint64_t{part} * kWhole / of;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(ratio, at_most));
}

}  // namespace

BuyingRates rates_of(const SaleSoFar& sale) {
    BuyingRates rates;
    if (sale.admissions_finished >= kEnoughToMeasure) {
        rates.buyers_per_admitted = ratio(sale.buyers, sale.admissions_finished, kWhole);
        rates.measured = true;
    }
    // A buyer buys at least one seat.
    if (sale.buyers >= kEnoughToMeasure)
        rates.seats_per_buyer =
            std::max(kWhole, ratio(sale.seats_bought, sale.buyers, kSeatsPerBuyerMax));
    if (sale.held_seats_finished >= kEnoughToMeasure)
        rates.return_share = ratio(sale.held_seats_returned, sale.held_seats_finished, kWhole);
    return rates;
}

}  // namespace onsale::sale
