#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "token/key/keys.hpp"

namespace onsale::token {

// The one format of every token but the entry token: version, purpose and key id (a byte each), a
// payload whose size the purpose fixes, then the first 16 bytes of its MAC; all in base64url.
inline constexpr std::size_t kPrefixSize = 3;
inline constexpr std::size_t kTagSize = 16;
inline constexpr std::size_t kPayloadMax = 64;

constexpr std::size_t sealed_length(std::size_t payload_size) {
    return ((kPrefixSize + payload_size + kTagSize) * 8 + 5) / 6;
}

// Signs with the current key. REQUIRES payload.size() <= kPayloadMax.
std::string seal(const Keys& keys, Purpose purpose, std::string_view payload);

enum class SignedBy : std::uint8_t { kCurrentKey, kOlderKey };

// Fills `payload` when `text` is a token of this purpose and size under a live key; else nothing,
// and `payload` is untouched. Allocates nothing.
std::optional<SignedBy> unseal(const Keys& keys, Purpose purpose, std::string_view text,
                               std::span<std::uint8_t> payload);

}  // namespace onsale::token
