#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onsale::redis {

constexpr std::size_t kSlotCount = 16384;

// The share of the keys that one master serves together.
struct Slot {
    std::uint16_t index = 0;

    friend auto operator<=>(const Slot&, const Slot&) = default;
};

// By the key's hash tag ("{event}"), if it has one that is not empty.
Slot slot_of(std::string_view key);

}  // namespace onsale::redis
