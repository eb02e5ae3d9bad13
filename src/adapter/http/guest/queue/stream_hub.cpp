#include "adapter/http/guest/queue/stream_hub.hpp"

namespace onsale::http {

void StreamHub::open(const Key& key, const GuestId& guest, EventStream stream,
                     OpenStreams::Room room) {
    streams_.insert_or_assign(key, Open{guest, std::move(stream), std::move(room)});
}

void StreamHub::update_all(const std::function<Update(const Key&, const GuestId&)>& text) {
    for (auto it = streams_.begin(); it != streams_.end();) {
        const Update update = text(it->first, it->second.guest);
        // A client that has disconnected or reads too slowly is dropped; it can still poll.
        const bool sent = it->second.stream.send(update.text);
        it = sent && !update.last ? std::next(it) : streams_.erase(it);
    }
}

}  // namespace onsale::http
