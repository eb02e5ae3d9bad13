#pragma once

#include <unordered_map>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::waiting_room {

// The current holder of each place that was moved to another device. All other places belong to the
// guest named in their queue token. An entry outlives its place, so that the previous device never
// sees how the place of the new holder ended. There is at most one entry per number.
class MovedPlaces {
  public:
    void set(Number number, const GuestId& guest) { holders_.insert_or_assign(number, guest); }
    // False for a guest who held the number before it was moved.
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
