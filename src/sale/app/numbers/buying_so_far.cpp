#include "sale/app/numbers/buying_so_far.hpp"

#include <algorithm>
#include <limits>

namespace onsale::sale {

BuyingRates buying_so_far(const Buying& buying, const waiting_room::LineView& line) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t begun = buying.inside_at_start + line.admitted_total();
    const std::uint64_t finished = begun - std::min<std::uint64_t>(begun, line.ledger().size());
    return rates_of({.admissions_finished = static_cast<std::uint32_t>(std::min(finished, kMost)),
                     .buyers = buying.buyers,
                     .seats_bought = buying.seats_bought,
                     .held_seats_finished = buying.held_seats_finished,
                     .held_seats_returned = buying.held_seats_returned});
}

}  // namespace onsale::sale
