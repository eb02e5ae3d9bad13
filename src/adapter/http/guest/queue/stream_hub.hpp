#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "adapter/http/guest/context/open_streams.hpp"
#include "adapter/http/transport/message/handler.hpp"
#include "base/guest_id.hpp"

namespace onsale::http {

// The open event streams of one loop. A guest has one stream; a new one replaces the old one. A cap
// limits the streams of all loops together.
// Thread safety: one per loop.
class StreamHub {
  public:
    using Key = StreamKey;

    // `all`: the counter that all loops share.
    explicit StreamHub(std::shared_ptr<OpenStreams> all) : all_(std::move(all)) {}

    std::optional<OpenStreams::Room> room_for(const Key& key) { return all_->enter(key); }
    void open(const Key& key, const GuestId& guest, EventStream stream, OpenStreams::Room room);
    // Another loop has taken over the guest's stream.
    void close(const Key& key) { streams_.erase(key); }
    // Sends each guest the text that `text` returns for it.
    struct Update {
        std::string_view text;
        bool last = false;
    };
    void update_all(const std::function<Update(const Key&, const GuestId&)>& text);
    std::size_t size() const { return streams_.size(); }

  private:
    struct Open {
        // The guest that opened it. The place may move to another device in the meantime.
        GuestId guest;
        EventStream stream;
        OpenStreams::Room room;
    };

    std::shared_ptr<OpenStreams> all_;
    std::map<Key, Open> streams_;
};

}  // namespace onsale::http
