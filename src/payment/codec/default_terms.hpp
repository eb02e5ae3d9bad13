#pragma once

#include <vector>

#include "payment/domain/terms.hpp"

namespace onsale::payment {

// Typical terms of Korean ticket sellers, in won, for these prices: a booking fee of 2,000 per seat
// and a refund table by days before the performance. They are a starting point and not legal
// advice: the organiser's own terms take precedence.
Terms default_terms(std::vector<GradePrices> grades);

}  // namespace onsale::payment
