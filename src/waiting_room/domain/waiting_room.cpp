#include "waiting_room/domain/waiting_room.hpp"

#include "base/assert.hpp"

namespace onsale::waiting_room {

void WaitingRoom::evolve(const Fact& fact, Instant now) {
    if (const auto* const created = std::get_if<fact::EventCreated>(&fact.body)) {
        ONSALE_ASSERT(fact.event.value == next_);
        lines_.emplace(fact.event, std::make_unique<Line>(fact.event, created->settings));
        by_key_[created->settings->key] = fact.event;
        ++next_;
        return;
    }
    Line* const line = find(fact.event);
    ONSALE_ASSERT(line != nullptr);
    line->evolve(fact.body, now);
}

Line* WaitingRoom::find(EventId event) {
    const auto found = lines_.find(event);
    return found == lines_.end() ? nullptr : found->second.get();
}

const Line* WaitingRoom::find(EventId event) const {
    const auto found = lines_.find(event);
    return found == lines_.end() ? nullptr : found->second.get();
}

const Line* WaitingRoom::find(std::string_view key) const {
    const auto found = by_key_.find(std::string{key});
    return found == by_key_.end() ? nullptr : find(found->second);
}

void WaitingRoom::save(ByteWriter& out, const YieldCallback& yield) const {
    out.varint(next_);
    out.varint(lines_.size());
    for (const auto& [event, line] : lines_) {
        out.varint(event.value);
        line->save(out, yield);
    }
}

std::unique_ptr<WaitingRoom> WaitingRoom::load(ByteReader& in, const YieldCallback& yield) {
    auto room = std::make_unique<WaitingRoom>();
    room->next_ = static_cast<std::uint32_t>(in.varint());
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const EventId event{static_cast<std::uint32_t>(in.varint())};
        auto line = std::make_unique<Line>(event, in, yield);
        room->by_key_[line->settings().key] = event;
        room->lines_.emplace(event, std::move(line));
    }
    return room;
}

}  // namespace onsale::waiting_room
