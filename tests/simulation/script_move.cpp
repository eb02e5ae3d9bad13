// Guests continue on another device.
#include <fmt/format.h>

#include "tests/simulation/script.hpp"

namespace onsale::sim {

using namespace waiting_room::command;
using embedded::Command;
using waiting_room::EventId;

namespace {

// Few codes, so that expired, replaced and used ones are tried again.
constexpr std::size_t kMoveCodes = 2;

const ModelPlace* place_of(const Model& model, EventId event, Number number) {
    if (event.value == 0 || event.value > model.lines().size()) return nullptr;
    const auto& places = model.lines()[event.value - 1].places;
    return number.value == 0 || number.value > places.size() ? nullptr : &places[number.value - 1];
}

}  // namespace

std::vector<Command> Script::move_device() {
    const EventId event = any_event();
    const Sha256Digest code = sha256(fmt::format("move {}", chance_.below(kMoveCodes)));
    std::vector<Command> commands;
    if (chance_.one_in(2)) {
        const Number number = any_living(event);
        const auto holder = any_holder(event, number);
        commands.push_back(OfferPlace{event, number, holder.value_or(guests_.front().id), code});
    }
    // If several guests use the same code, one gets the place.
    for (std::size_t takers = chance_.below(4); takers > 0; --takers)
        commands.push_back(TakePlace{event, any_taker(event), code});
    return commands;
}

Number Script::any_living(EventId event) {
    const auto& lines = world_.model().lines();
    const GuestId guest = guests_[chance_.below(guests_.size())].id;
    const auto number =
        event.value <= lines.size() ? lines[event.value - 1].living(guest) : std::nullopt;
    return number.value_or(any_number(event));
}

// Usually a device that is not in the line yet.
GuestId Script::any_taker(EventId event) {
    GuestId taker = guests_[chance_.below(guests_.size())].id;
    const auto& lines = world_.model().lines();
    if (event.value > lines.size() || chance_.one_in(4)) return taker;
    for (const Guest& guest : guests_)
        if (!lines[event.value - 1].living(guest.id) && chance_.one_in(2)) taker = guest.id;
    return taker;
}

std::optional<GuestId> Script::any_holder(EventId event, Number number) {
    const ModelPlace* const place = place_of(world_.model(), event, number);
    if (place == nullptr || chance_.one_in(4)) return std::nullopt;
    if (place->former.empty() || !chance_.one_in(3)) return place->guest;
    return place->former[chance_.below(place->former.size())];
}

}  // namespace onsale::sim
