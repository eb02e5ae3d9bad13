#pragma once

#include "operate/port/live_numbers.hpp"
#include "sale/advice/advice.hpp"
#include "sale/app/numbers/event_reading.hpp"
#include "sale/domain/view/buying_counts.hpp"

namespace onsale::sale {

// Where the numbers of a sale are read.
struct SaleSources {
    const LiveSource& now;
    const BuyingCounts& buying;
    const operate::LiveNumbers& past;
};

// The numbers on which the advice is based. REQUIRES: the view has the event.
SaleNumbers sale_numbers(const SaleSources& sources, waiting_room::EventId event, Instant now);

}  // namespace onsale::sale
