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

// Whose event stream it is.
using StreamKey = std::pair<waiting_room::EventId, waiting_room::Number>;

// How many guests have an event stream open, over all loops that share this. A guest that opens
// another counts once, also while the older one is still being closed on another loop.
// Thread safety: any thread. It locks, so it is asked when a stream comes or goes, and never for
// what is sent on it.
class OpenStreams : public std::enable_shared_from_this<OpenStreams> {
  public:
    // A stream's share of the cap, given back when this ends.
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

    // Nothing when there are as many as there may be. REQUIRES: a shared_ptr owns this.
    std::optional<Room> enter(const StreamKey& key);

  private:
    void leave(const StreamKey& key);

    const std::size_t guests_max_;
    std::mutex mutex_;
    std::map<StreamKey, std::uint32_t> streams_;  // Of each guest.
};

}  // namespace onsale::http
