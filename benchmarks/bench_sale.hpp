#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::bench {

// Seat ids of up to four adjacent seats that are bought together.
using Party = std::vector<std::string>;

// Numbers start at 1: "day-1" is the first performance.
std::string performance_key(std::uint32_t number);

// Creates an open event with `performances` performances in stadiums of 50,000 seats, with prices,
// and with a capacity of `inside` guests. No deadline expires during a benchmark, and returned
// seats become free immediately.
waiting_room::EventId open_sale(embedded::Engine& engine, const std::string& key,
                                std::uint32_t inside, std::uint32_t performances);

// All seats of the first performance except standing places, grouped into parties, in plan order.
std::vector<Party> parties_of(const embedded::Engine& engine);

// The buyer at index i buys the party at index i: hold, order, payment, booking.
void sell_round(embedded::Engine& engine, std::span<const sale::Buyer> buyers,
                std::span<const Party> parties);

}  // namespace onsale::bench
