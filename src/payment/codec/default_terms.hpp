#pragma once

#include <vector>

#include "payment/domain/terms.hpp"

namespace onsale::payment {

// Terms as Korean ticket sellers usually have them, in won, for these prices: a booking fee of
// 2,000 a seat, and a refund table by days before the performance. A place to start from, no advice
// on the law: the organiser's own terms go before it.
Terms default_terms(std::vector<GradePrices> grades);

}  // namespace onsale::payment
