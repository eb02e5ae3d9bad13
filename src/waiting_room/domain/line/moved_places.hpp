#pragma once

#include <unordered_map>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::waiting_room {

// Who holds each place that went to another device; of every other place its queue token tells. An
// entry outlives its place, so that a device that was left behind is never told of another's end.
// There is at most one a number.
class MovedPlaces {
  public:
    void set(Number number, const GuestId& guest) { holders_.insert_or_assign(number, guest); }
    // False for a guest that held the number once and gave it away.
    bool belongs(Number number, const GuestId& guest) const {
        if (holders_.empty()) return true;
        const auto found = holders_.find(number);
        return found == holders_.end() || found->second == guest;
    }

    std::size_t size() const { return holders_.size(); }
    auto begin() const { return holders_.begin(); }
    auto end() const { return holders_.end(); }

  private:
    std::unordered_map<Number, GuestId> holders_;
};

}  // namespace onsale::waiting_room
