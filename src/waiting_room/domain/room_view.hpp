#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "waiting_room/domain/line/line_view.hpp"
#include "waiting_room/domain/waiting_room.hpp"

namespace onsale::waiting_room {

// A reader's copy of all lines.
// Thread safety: none; each loop has its own.
class RoomView {
  public:
    RoomView() = default;
    explicit RoomView(const WaitingRoom& room);

    // Adds a copy of the line. REQUIRES: the view does not know the event.
    void add(const Line& line);
    void apply(const Fact& fact, Instant now);
    // Replaces or adds the event as given by the image.
    void start_anew(EventId event, LineImage image);
    // LineView::wait_for_places, if the event is known.
    void wait_for_places(EventId event, Instant until);

    const LineView* find(EventId event) const;
    // The event with that key, or null.
    const EventId* id_of(std::string_view key) const;
    auto begin() const { return lines_.begin(); }
    auto end() const { return lines_.end(); }

  private:
    std::map<EventId, std::unique_ptr<LineView>> lines_;
    std::map<std::string, EventId, std::less<>> by_key_;
};

}  // namespace onsale::waiting_room
