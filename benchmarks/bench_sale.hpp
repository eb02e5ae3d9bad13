#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "adapter/embedded/engine/engine.hpp"

namespace onsale::bench {

// Ids of up to four neighbours who buy together.
using Party = std::vector<std::string>;

// "day-1" is the first.
std::string performance_key(std::uint32_t number);

// An open event with so many performances in stadiums of 50,000, prices, and room for `inside`
// guests; no deadline comes while figures are taken, and what is given back is free at once.
waiting_room::EventId open_sale(embedded::Engine& engine, const std::string& key,
                                std::uint32_t inside, std::uint32_t performances);

// Every ordinary seat of the first performance, in plan order.
std::vector<Party> parties_of(const embedded::Engine& engine);

// Each buyer buys the party at its place: hold, order, payment, booking.
void sell_round(embedded::Engine& engine, std::span<const sale::Buyer> buyers,
                std::span<const Party> parties);

}  // namespace onsale::bench
