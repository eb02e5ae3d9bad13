#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "adapter/postgres/protocol/value.hpp"
#include "sale/domain/state.hpp"

namespace onsale::postgres {

// The columns of `events` that repeat what the facts say.
class EventColumns {
  public:
    // As they are before `facts`, which are not in the state yet.
    EventColumns(const sale::State& state, EventId event);
    void apply(const sale::Facts& facts);

    // lifecycle, published, name, venue, time_zone, event_date, open_date, total_seats
    std::vector<Value> values() const;
    const waiting_room::EventSettings& settings() const { return *settings_; }

  private:
    std::shared_ptr<const waiting_room::EventSettings> settings_;
    waiting_room::Lifecycle lifecycle_ = waiting_room::Lifecycle::kDraft;
    std::uint32_t total_seats_ = 0;
};

}  // namespace onsale::postgres
