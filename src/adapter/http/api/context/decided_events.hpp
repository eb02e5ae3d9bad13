#pragma once

#include "sale/domain/settings.hpp"
#include "waiting_room/domain/line/line.hpp"

namespace onsale::http {

// What the sale store has decided about events. Where Redis is told of it, the views are behind by
// that way, and in an outage for as long as it lasts.
// Thread safety: none; the operator's loop.
class DecidedEvents {
  public:
    virtual ~DecidedEvents() = default;

    // Null where the view knows all there is to know.
    virtual const waiting_room::Line* line(waiting_room::EventId event) const = 0;
    virtual const sale::SaleLevers* levers(waiting_room::EventId event) const = 0;
    virtual const sale::SaleSettings* settings(waiting_room::EventId event) const = 0;
    // Whether Redis has been told all of it.
    virtual bool is_told(waiting_room::EventId event) const = 0;
};

}  // namespace onsale::http
