#pragma once

#include "sale/domain/settings.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::operate {

// The decisions of the sale store about events. When they are relayed to Redis, the views are
// behind by the relay's delay, and during an outage for as long as it lasts.
// Thread safety: none; use it on the operator's loop.
class DecidedEvents {
  public:
    virtual ~DecidedEvents() = default;

    // Null when the view is up to date.
    virtual const waiting_room::Line* line(waiting_room::EventId event) const = 0;
    virtual const sale::SaleLevers* levers(waiting_room::EventId event) const = 0;
    virtual const sale::SaleSettings* settings(waiting_room::EventId event) const = 0;
    // Whether Redis has received all decisions about the event.
    virtual bool is_told(waiting_room::EventId event) const = 0;
};

}  // namespace onsale::operate
