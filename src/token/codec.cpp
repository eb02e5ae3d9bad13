#include "token/codec.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "base/base64url.hpp"
#include "token/key/mac.hpp"

namespace onsale::token {
namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::size_t kSealedMax = sealed_length(kPayloadMax);

std::string_view tag_of(const Sha256Digest& digest) {
    return as_bytes(digest).substr(0, kTagSize);
}

}  // namespace

std::string seal(const Keys& keys, Purpose purpose, std::string_view payload) {
    ONSALE_ASSERT(payload.size() <= kPayloadMax);
    std::string bytes{static_cast<char>(kVersion), static_cast<char>(purpose),
                      static_cast<char>(keys.current().kid())};
    bytes += payload;
    const Sha256Digest digest = keys.current().mac(purpose)(bytes);
    bytes += tag_of(digest);
    return base64url_encode(bytes);
}

std::optional<SignedBy> unseal(const Keys& keys, Purpose purpose, std::string_view text,
                               std::span<std::uint8_t> payload) {
    ONSALE_ASSERT(payload.size() <= kPayloadMax);
    if (text.size() != sealed_length(payload.size())) return std::nullopt;
    std::array<unsigned char, 3 * (kSealedMax / 4 + 1)> bytes;
    const auto size = base64url_decode(text, bytes.data());
    if (!size || bytes[0] != kVersion || bytes[1] != static_cast<std::uint8_t>(purpose))
        return std::nullopt;
    const LiveKey* key = keys.find(bytes[2]);
    if (key == nullptr) return std::nullopt;

    const std::string_view all{reinterpret_cast<const char*>(bytes.data()), *size};
    const std::string_view body = all.substr(0, *size - kTagSize);
    const Sha256Digest digest = key->mac(purpose)(body);
    if (!equal_in_constant_time(tag_of(digest), all.substr(body.size()))) return std::nullopt;
    std::copy_n(bytes.begin() + kPrefixSize, payload.size(), payload.begin());
    return key == &keys.current() ? SignedBy::kCurrentKey : SignedBy::kOlderKey;
}

}  // namespace onsale::token
