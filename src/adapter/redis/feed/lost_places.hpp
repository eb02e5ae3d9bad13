#pragma once

#include <string>
#include <string_view>

#include "waiting_room/domain/line/place_book.hpp"

namespace onsale::redis {

// The last known standings of places that Redis has lost. A queue token only proves that there was
// a place. Whether its guest was admitted or had completed is known only from the views.
class LostPlaces {
  public:
    // `before` are the view's places; `now` are the standings in Redis, one byte per number.
    void remember(const waiting_room::PlaceBook& before, std::string_view now);
    // kNone: the place was not lost, or its standing was not known here.
    waiting_room::Standing find(waiting_room::Number number) const;

  private:
    std::string standings_;  // One byte per number, up to the last number lost.
};

}  // namespace onsale::redis
