#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace onsale::token {

inline constexpr std::size_t kSecretSize = 32;

// A 256-bit key, stored or derived.
using Secret = std::array<std::uint8_t, kSecretSize>;

inline std::string_view secret_bytes(const Secret& secret) {
    return {reinterpret_cast<const char*>(secret.data()), secret.size()};
}

// HKDF-SHA256 (RFC 5869) with an empty salt and one block of output. Derives a key for one purpose
// from the stored key, so that a signature for one purpose never verifies for another.
Secret derive(const Secret& stored, std::string_view info);

Secret new_secret();

}  // namespace onsale::token
