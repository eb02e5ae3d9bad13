#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/guest_id.hpp"
#include "waiting_room/domain/ids.hpp"
#include "waiting_room/domain/set/chunked.hpp"

namespace onsale::waiting_room {

// Finds a guest's number. It stores only the numbers (4 bytes per slot) and compares guests in the
// line's own array. Shards grow one at a time and have about a thousand guests each in a line of a
// million, so that growth never stalls the writer.
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
        // Linear probing; 0 is an empty slot (numbers start at 1).
        std::vector<std::uint32_t> slots;
        std::uint32_t used = 0;
    };

    static std::uint32_t home(const Shard& shard, const GuestId& guest);
    static void place(Shard& shard, Number number, const GuestId& guest);
    static void grow(Shard& shard, const Guests& guests);
    // Uses other bytes of the id than home() does.
    static std::uint32_t shard_number(const GuestId& guest) {
        return (guest.bytes[14] * 256u + guest.bytes[15]) % kShards;
    }
    Shard& shard_of(const GuestId& guest) { return shards_[shard_number(guest)]; }
    const Shard& shard_of(const GuestId& guest) const { return shards_[shard_number(guest)]; }

    std::array<Shard, kShards> shards_;
    std::uint32_t size_ = 0;
};

}  // namespace onsale::waiting_room
