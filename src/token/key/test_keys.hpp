#pragma once

#include <array>

#include "base/guest_id.hpp"
#include "token/key/keys.hpp"

namespace onsale::token {

// Keys with known secrets, for tests. Generation n is the state after n rotations: key n+1 and the
// key before it.
inline Keys test_keys(std::uint8_t generation = 0) {
    Secret guest_key{};
    guest_key.fill(0x47);
    std::array<SigningKey, 2> signing;
    for (std::uint8_t i = 0; i < 2; ++i) {
        signing[i].kid = static_cast<std::uint8_t>(generation + 1 - i);
        signing[i].secret.fill(static_cast<std::uint8_t>(0xa0 + signing[i].kid));
    }
    return Keys{guest_key, std::span{signing}.first(generation == 0 ? 1 : 2)};
}

inline GuestId test_guest(std::uint8_t filling) {
    GuestId guest;
    guest.bytes.fill(filling);
    return guest;
}

}  // namespace onsale::token
