#include "waiting_room/domain/set/guest_index.hpp"

#include <utility>

#include "base/assert.hpp"

namespace onsale::waiting_room {
namespace {

constexpr std::uint32_t kFirstSlots = 16;

// A shard grows by half when it is seven eighths full: between 4.6 and 6.9 bytes per guest.
constexpr bool too_full(std::size_t used, std::size_t slots) {
    return used * 8 >= slots * 7;
}

}  // namespace

std::uint32_t GuestIndex::home(const Shard& shard, const GuestId& guest) {
    // Maps 32 uniform bits to any table size by multiply-shift.
    const std::uint64_t hash = guest.prefix() & 0xffff'ffff;
    return static_cast<std::uint32_t>(hash * shard.slots.size() >> 32);
}

void GuestIndex::place(Shard& shard, Number number, const GuestId& guest) {
    std::uint32_t slot = home(shard, guest);
    while (shard.slots[slot] != 0)
        slot = slot + 1 == shard.slots.size() ? 0 : slot + 1;
    shard.slots[slot] = number.value;
}

void GuestIndex::grow(Shard& shard, const Guests& guests) {
    const std::size_t size = shard.slots.empty() ? kFirstSlots : shard.slots.size() * 3 / 2;
    const auto old = std::exchange(shard.slots, std::vector<std::uint32_t>(size));
    for (const std::uint32_t number : old)
        if (number != 0) place(shard, Number{number}, guests.get(number));
}

std::optional<Number> GuestIndex::find(const GuestId& guest, const Guests& guests) const {
    const Shard& shard = shard_of(guest);
    if (shard.slots.empty()) return std::nullopt;
    for (std::uint32_t slot = home(shard, guest); shard.slots[slot] != 0;
         slot = slot + 1 == shard.slots.size() ? 0 : slot + 1)
        if (guests.get(shard.slots[slot]) == guest) return Number{shard.slots[slot]};
    return std::nullopt;
}

void GuestIndex::insert(Number number, const Guests& guests) {
    const GuestId guest = guests.get(number.value);
    Shard& shard = shard_of(guest);
    if (too_full(shard.used + 1, shard.slots.size())) grow(shard, guests);
    place(shard, number, guest);
    ++shard.used;
    ++size_;
}

void GuestIndex::erase(Number number, const Guests& guests) {
    const GuestId guest = guests.get(number.value);
    Shard& shard = shard_of(guest);
    const auto size = static_cast<std::uint32_t>(shard.slots.size());
    std::uint32_t hole = home(shard, guest);
    while (shard.slots[hole] != number.value) {
        ONSALE_ASSERT(shard.slots[hole] != 0);
        hole = hole + 1 == size ? 0 : hole + 1;
    }
    // Shifts later entries of the run back, so that a search never stops at a false gap.
    for (std::uint32_t next = hole + 1 == size ? 0 : hole + 1; shard.slots[next] != 0;
         next = next + 1 == size ? 0 : next + 1) {
        const std::uint32_t wanted = home(shard, guests.get(shard.slots[next]));
        const std::uint32_t from_wanted = (next + size - wanted) % size;
        const std::uint32_t from_hole = (next + size - hole) % size;
        if (from_wanted < from_hole) continue;
        shard.slots[hole] = shard.slots[next];
        hole = next;
    }
    shard.slots[hole] = 0;
    --shard.used;
    --size_;
}

}  // namespace onsale::waiting_room
