#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>

namespace onsale {

// Identifies a guest: a keyed 128-bit hash of (source, subject). Opaque and uniformly distributed.
struct GuestId {
    std::array<std::uint8_t, 16> bytes{};

    friend constexpr auto operator<=>(const GuestId&, const GuestId&) = default;

    // The first eight bytes. They are a sufficient hash because the id is itself a keyed hash.
    std::uint64_t prefix() const noexcept {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
};

}  // namespace onsale

template <>
struct std::hash<onsale::GuestId> {
    std::size_t operator()(const onsale::GuestId& guest) const noexcept { return guest.prefix(); }
};
