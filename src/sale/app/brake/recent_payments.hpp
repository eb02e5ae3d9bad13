#pragma once

#include "base/time.hpp"
#include "sale/advice/payments.hpp"
#include "sale/domain/view/sale_figures.hpp"

namespace onsale::sale {

// Outcomes of the payments of the last minute. Advice and brake use them.
RecentPayments recent_payments(const EventFigures& figures, Instant now);

}  // namespace onsale::sale
