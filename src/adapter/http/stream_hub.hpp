#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include "adapter/http/handler.hpp"
#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"

namespace onsale::http {

// The open event streams of one loop: one per guest, the newest wins, and no more than a cap.
// Thread safety: one per loop.
class StreamHub {
  public:
    using Key = std::pair<waiting_room::EventId, waiting_room::Number>;

    explicit StreamHub(std::size_t streams_max) : streams_max_(streams_max) {}

    bool has_room(const Key& key) const {
        return streams_.size() < streams_max_ || streams_.contains(key);
    }
    void open(const Key& key, const GuestId& guest, EventStream stream);
    // Another loop has taken the guest's stream over.
    void close(const Key& key) { streams_.erase(key); }
    // Sends each guest what `text` gives for it.
    struct Update {
        std::string_view text;
        bool last = false;
    };
    void update_all(const std::function<Update(const Key&, const GuestId&)>& text);
    std::size_t size() const { return streams_.size(); }

  private:
    struct Open {
        GuestId guest;  // Who opened it; the place may go to another device meanwhile.
        EventStream stream;
    };

    std::size_t streams_max_;
    std::map<Key, Open> streams_;
};

}  // namespace onsale::http
