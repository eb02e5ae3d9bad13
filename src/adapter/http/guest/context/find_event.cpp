#include "adapter/http/guest/context/find_event.hpp"

namespace onsale::http {

const waiting_room::LineView* find_event(const GuestContext& guest, std::string_view key,
                                         waiting_room::EventId* id) {
    const waiting_room::EventId* const event = guest.context.view.id_of(key);
    if (event == nullptr) return nullptr;
    const waiting_room::LineView* const line = guest.context.view.find(*event);
    if (!line->shown_to_guests()) return nullptr;
    if (id != nullptr) *id = *event;
    return line;
}

}  // namespace onsale::http
