#pragma once

#include <cstdint>

namespace onsale::sale {

// Shares and averages are in thousandths: whole numbers give the same answer on every machine.
constexpr std::uint32_t kWhole = 1'000;

// What the sale has shown so far. A finished admission is any that ended, no-shows included.
struct SaleSoFar {
    std::uint32_t admissions_finished = 0;
    std::uint32_t buyers = 0;  // Of those, who paid.
    std::uint32_t seats_bought = 0;
    std::uint32_t held_seats_finished = 0;  // Seats whose hold ended, one way or the other.
    std::uint32_t held_seats_returned = 0;  // Of those, which were not bought.
};

// How guests of this sale buy. Without enough of them to tell, each figure is assumed. rates_of()
// keeps each inside its range: 1,000 to 64,000 seats per buyer, shares up to 1,000.
struct BuyingRates {
    std::uint32_t seats_per_buyer = 2 * kWhole;
    std::uint32_t buyers_per_admitted = kWhole / 2;
    // Low rather than high: who holds a seat in a busy sale mostly buys it.
    std::uint32_t return_share = kWhole / 5;
    bool measured = false;  // The share of buyers, which matters most.

    friend bool operator==(const BuyingRates&, const BuyingRates&) = default;
};

// With fewer than this a share is still mostly chance.
constexpr std::uint32_t kEnoughToMeasure = 50;

BuyingRates rates_of(const SaleSoFar& sale);

// What one guest let in takes in the end, on average, in thousandths of a seat.
constexpr std::uint64_t seats_per_admitted(const BuyingRates& rates) {
    return std::uint64_t{rates.seats_per_buyer} * rates.buyers_per_admitted / kWhole;
}

}  // namespace onsale::sale
