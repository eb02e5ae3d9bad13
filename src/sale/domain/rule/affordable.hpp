#pragma once

#include <cstdint>

#include "payment/domain/terms.hpp"
#include "seat/domain/best.hpp"

namespace onsale::sale {

// The grades whose first price type costs at most `price_max` including all fees. Empty without
// prices.
seat::GradeSet affordable(const payment::Terms* terms, const seat::Seating& seating,
                          std::int64_t price_max);

}  // namespace onsale::sale
