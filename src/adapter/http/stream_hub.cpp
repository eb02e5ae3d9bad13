#include "adapter/http/stream_hub.hpp"

namespace onsale::http {

void StreamHub::open(const Key& key, EventStream stream) {
    streams_.insert_or_assign(key, std::move(stream));
}

void StreamHub::update_all(const std::function<Update(const Key&)>& text) {
    for (auto it = streams_.begin(); it != streams_.end();) {
        const Update update = text(it->first);
        // A client that has gone or reads too slowly is dropped; it can always poll.
        const bool sent = it->second.send(update.text);
        it = sent && !update.last ? std::next(it) : streams_.erase(it);
    }
}

}  // namespace onsale::http
