#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "token/key/keys.hpp"

namespace onsale::token {

// The common format of all tokens except the entry token: version, purpose and key id (one byte
// each), a payload whose size depends on the purpose, and the first 16 bytes of the MAC, all
// encoded in base64url.
inline constexpr std::size_t kPrefixSize = 3;
inline constexpr std::size_t kTagSize = 16;
inline constexpr std::size_t kPayloadMax = 64;

constexpr std::size_t sealed_length(std::size_t payload_size) {
    return ((kPrefixSize + payload_size + kTagSize) * 8 + 5) / 6;
}

// Signs with the current key.
// REQUIRES: payload.size() <= kPayloadMax.
std::string seal(const Keys& keys, Purpose purpose, std::string_view payload);

enum class SignedBy : std::uint8_t { kCurrentKey, kOlderKey };

// If `text` is a token of this purpose and payload size under a live key, fills `payload` and
// returns which key signed it. Otherwise returns std::nullopt and leaves `payload` unchanged. Does
// not allocate.
std::optional<SignedBy> unseal(const Keys& keys, Purpose purpose, std::string_view text,
                               std::span<std::uint8_t> payload);

}  // namespace onsale::token
