#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "waiting_room/domain/ids.hpp"

namespace onsale::http {

// Identifies the guest of an event stream.
using StreamKey = std::pair<waiting_room::EventId, waiting_room::Number>;

// Counts the guests with an open event stream, over all loops that share this. A guest that opens
// another stream counts once, even while the older one is still being closed on another loop.
// Thread safety: any thread. It takes a lock, so it is used only when a stream opens or closes,
// never for a message.
class OpenStreams : public std::enable_shared_from_this<OpenStreams> {
  public:
    // One stream's share of the cap. The destructor returns it.
    class Room {
      public:
        Room(std::shared_ptr<OpenStreams> of, const StreamKey& key)
            : of_(std::move(of)), key_(key) {}
        ~Room() { give_back(); }
        Room(Room&& other) noexcept : of_(std::move(other.of_)), key_(other.key_) {}
        Room& operator=(Room&& other) noexcept {
            if (this == &other) return *this;
            give_back();
            of_ = std::move(other.of_);
            key_ = other.key_;
            return *this;
        }

      private:
        void give_back() {
            if (of_) of_->leave(key_);
        }

        std::shared_ptr<OpenStreams> of_;
        StreamKey key_;
    };

    explicit OpenStreams(std::size_t guests_max) : guests_max_(guests_max) {}

    // Returns nullopt when the cap is reached. REQUIRES: a shared_ptr owns this.
    std::optional<Room> enter(const StreamKey& key);

  private:
    void leave(const StreamKey& key);

    const std::size_t guests_max_;
    std::mutex mutex_;
    std::map<StreamKey, std::uint32_t> streams_;  // Number of streams of each guest.
};

}  // namespace onsale::http
