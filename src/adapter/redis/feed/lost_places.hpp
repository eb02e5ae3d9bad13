#pragma once

#include <string>
#include <string_view>

#include "waiting_room/domain/line/place_book.hpp"

namespace onsale::redis {

// What a view knew of places that Redis has lost. A queue token says only that a place was; whether
// its guest was inside, or had done what it came for, is what everybody's view knew last.
class LostPlaces {
  public:
    // `before`: the view's places; `now`: what Redis knows, a byte a number.
    void remember(const waiting_room::PlaceBook& before, std::string_view now);
    // kNone: nothing was lost, or nobody here knew it.
    waiting_room::Standing find(waiting_room::Number number) const;

  private:
    std::string standings_;  // A byte a number; as long as the last one that was lost.
};

}  // namespace onsale::redis
