#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onsale::redis {

constexpr std::size_t kSlotCount = 16384;

// A cluster hash slot: keys of one slot are served by the same master.
struct Slot {
    std::uint16_t index = 0;

    friend auto operator<=>(const Slot&, const Slot&) = default;
};

// Hashes the key's hash tag ("{event}") if it has one that is not empty, else the whole key.
Slot slot_of(std::string_view key);

}  // namespace onsale::redis
