#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/set/chunked.hpp"

namespace onsale::waiting_room {

// Finds a guest's number. It stores only the number (4 bytes a slot); the guest itself is compared
// in the line's own array. Shards grow one at a time, a thousand guests each in a line of a
// million, so that no growth stalls the writer.
class GuestIndex {
  public:
    using Guests = Chunked<GuestId>;

    std::optional<Number> find(const GuestId& guest, const Guests& guests) const;
    // REQUIRES: guests already holds the guest at `number`, and the guest is not in the index.
    void insert(Number number, const Guests& guests);
    void erase(Number number, const Guests& guests);
    std::uint32_t size() const { return size_; }

  private:
    static constexpr std::uint32_t kShards = 1'024;

    struct Shard {
        std::vector<std::uint32_t> slots;  // Linear probing; 0 is empty (numbers start at 1).
        std::uint32_t used = 0;
    };

    static std::uint32_t home(const Shard& shard, const GuestId& guest);
    static void place(Shard& shard, Number number, const GuestId& guest);
    static void grow(Shard& shard, const Guests& guests);
    // By other bytes than those that give the place in a shard.
    static std::uint32_t shard_number(const GuestId& guest) {
        return (guest.bytes[14] * 256u + guest.bytes[15]) % kShards;
    }
    Shard& shard_of(const GuestId& guest) { return shards_[shard_number(guest)]; }
    const Shard& shard_of(const GuestId& guest) const { return shards_[shard_number(guest)]; }

    std::array<Shard, kShards> shards_;
    std::uint32_t size_ = 0;
};

}  // namespace onsale::waiting_room
