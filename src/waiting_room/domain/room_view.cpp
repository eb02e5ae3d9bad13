#include "waiting_room/domain/room_view.hpp"

#include "base/assert.hpp"

namespace onsale::waiting_room {

RoomView::RoomView(const WaitingRoom& room) {
    for (const auto& [event, line] : room)
        add(*line);
}

void RoomView::add(const Line& line) {
    lines_.emplace(line.id(), std::make_unique<LineView>(line));
    by_key_.emplace(line.settings().key, line.id());
}

void RoomView::apply(const Fact& fact, Instant now) {
    if (const auto* const created = std::get_if<fact::EventCreated>(&fact.body)) {
        lines_.emplace(fact.event, std::make_unique<LineView>(created->settings));
        by_key_.emplace(created->settings->key, fact.event);
        return;
    }
    const auto found = lines_.find(fact.event);
    ONSALE_ASSERT(found != lines_.end());
    found->second->apply(fact.body, now);
}

void RoomView::start_anew(EventId event, LineImage image) {
    auto& line = lines_[event];
    if (!line) {
        line = std::make_unique<LineView>(image.settings);
        by_key_.emplace(image.settings->key, event);
    }
    line->start_anew(std::move(image));
}

void RoomView::wait_for_places(EventId event, Instant until) {
    const auto found = lines_.find(event);
    if (found != lines_.end()) found->second->wait_for_places(until);
}

const LineView* RoomView::find(EventId event) const {
    const auto found = lines_.find(event);
    return found == lines_.end() ? nullptr : found->second.get();
}

const EventId* RoomView::id_of(std::string_view key) const {
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? nullptr : &found->second;
}

}  // namespace onsale::waiting_room
