#pragma once

#include <map>
#include <memory>

#include "adapter/redis/relay/line_relay.hpp"
#include "operate/port/decided_events.hpp"
#include "sale/domain/fact.hpp"

namespace onsale::redis {

// The decisions of this process's store, as the relay to Redis knows them.
// REQUIRES: the relay outlives it.
class DecidedByStore : public operate::DecidedEvents {
  public:
    explicit DecidedByStore(const LineRelay& relay) : relay_(relay) {}

    // Applies facts that the store has published.
    void apply(const sale::Facts& facts);

    const waiting_room::Line* line(waiting_room::EventId event) const override;
    const sale::SaleLevers* levers(waiting_room::EventId event) const override;
    const sale::SaleSettings* settings(waiting_room::EventId event) const override;
    bool is_told(waiting_room::EventId event) const override { return relay_.is_idle(event); }

  private:
    const LineRelay& relay_;
    // Values set since the start. The views have read all earlier ones.
    std::map<waiting_room::EventId, std::shared_ptr<const sale::SaleLevers>> levers_;
    std::map<waiting_room::EventId, std::shared_ptr<const sale::SaleSettings>> settings_;
};

}  // namespace onsale::redis
