#pragma once

#include <cstdint>

#include "payment/domain/terms.hpp"
#include "seat/domain/best.hpp"

namespace onsale::sale {

// The grades whose first price type, with all fees, costs no more than `price_max`. None without
// prices.
seat::GradeSet affordable(const payment::Terms* terms, const seat::Seating& seating,
                          std::int64_t price_max);

}  // namespace onsale::sale
