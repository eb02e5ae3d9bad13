#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "adapter/http/guest/queue/open_streams.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "base/guest_id.hpp"

namespace onsale::http {

// The open event streams of one loop: one per guest, the newest wins, and on all loops together no
// more than a cap.
// Thread safety: one per loop.
class StreamHub {
  public:
    using Key = StreamKey;

    // `all`: those of every loop.
    explicit StreamHub(std::shared_ptr<OpenStreams> all) : all_(std::move(all)) {}

    std::optional<OpenStreams::Room> room_for(const Key& key) { return all_->enter(key); }
    void open(const Key& key, const GuestId& guest, EventStream stream, OpenStreams::Room room);
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
        OpenStreams::Room room;
    };

    std::shared_ptr<OpenStreams> all_;
    std::map<Key, Open> streams_;
};

}  // namespace onsale::http
