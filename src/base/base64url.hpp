#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/guest_id.hpp"

namespace onsale {

// RFC 4648 section 5, without padding. Decoding is strict: it rejects foreign characters, padding
// and nonzero trailing bits, so that each value has exactly one encoding.
std::string base64url_encode(std::string_view bytes);
std::optional<std::string> base64url_decode(std::string_view text);

// Decodes into the caller's buffer, which must have at least 3 * (text.size() / 4 + 1) bytes.
// Returns the decoded size, or std::nullopt for invalid text. Does not allocate.
std::optional<std::size_t> base64url_decode(std::string_view text, unsigned char* out);

std::string hex_encode(std::string_view bytes);
std::string hex_encode(const GuestId& guest);
std::optional<std::string> hex_decode(std::string_view text);

}  // namespace onsale
