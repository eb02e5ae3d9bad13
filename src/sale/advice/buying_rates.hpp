#pragma once

#include <cstdint>

namespace onsale::sale {

// Shares and averages are in thousandths. Integers give the same result on every machine.
constexpr std::uint32_t kWhole = 1'000;

// Measurements of the sale so far. A finished admission is any that ended, including no-shows.
struct SaleSoFar {
    std::uint32_t admissions_finished = 0;
    std::uint32_t buyers = 0;  // Finished admissions whose guests paid.
    std::uint32_t seats_bought = 0;
    std::uint32_t held_seats_finished = 0;  // Seats whose hold ended, bought or not.
    std::uint32_t held_seats_returned = 0;  // Held seats that were not bought.
};

// How guests of this sale buy. While there are too few measurements, the defaults are assumed.
// rates_of() limits the values to 1,000 to 64,000 seats per buyer and shares up to 1,000.
struct BuyingRates {
    std::uint32_t seats_per_buyer = 2 * kWhole;
    std::uint32_t buyers_per_admitted = kWhole / 2;
    // A low estimate: guests who hold seats in a busy sale usually buy them.
    std::uint32_t return_share = kWhole / 5;
    bool measured = false;  // buyers_per_admitted, which matters most, was measured.

    friend bool operator==(const BuyingRates&, const BuyingRates&) = default;
};

// Below this count a share is mostly random.
constexpr std::uint32_t kEnoughToMeasure = 50;

BuyingRates rates_of(const SaleSoFar& sale);

// The average number of seats that one admitted guest buys, in thousandths of a seat.
constexpr std::uint64_t seats_per_admitted(const BuyingRates& rates) {
    return std::uint64_t{rates.seats_per_buyer} * rates.buyers_per_admitted / kWhole;
}

}  // namespace onsale::sale
