#pragma once

#include <memory>

#include "base/breath.hpp"
#include "base/bytes.hpp"
#include "sale/domain/fact.hpp"
#include "sale/domain/halls.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::sale {

// All that the writer knows: the sum of all facts, of every module.
// Thread safety: none; one owner.
class State {
  public:
    void evolve(const Fact& fact, Instant now);

    const waiting_room::WaitingRoom& room() const { return room_; }
    const Halls& halls() const { return halls_; }
    // The time of an event's line.
    Instant line_time(waiting_room::EventId event, Instant now) const;

    // The same state gives the same bytes.
    void save(ByteWriter& out, const Breath& breath = no_rest) const;
    // Not ok() in `in` when it cannot be read.
    static std::unique_ptr<State> load(ByteReader& in, const Breath& breath = no_rest);

  private:
    waiting_room::WaitingRoom room_;
    Halls halls_;
};

}  // namespace onsale::sale
