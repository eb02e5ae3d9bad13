#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onsale {

// RFC 4648 section 5, without padding. Decoding is strict: a foreign character, padding or stray
// trailing bits give nothing, so that each value has exactly one spelling.
std::string base64url_encode(std::string_view bytes);
std::optional<std::string> base64url_decode(std::string_view text);

// As above into a caller's buffer of at least 3 * (text.size() / 4 + 1) bytes; the decoded size, or
// nothing. Allocates nothing.
std::optional<std::size_t> base64url_decode(std::string_view text, unsigned char* out);

std::string hex_encode(std::string_view bytes);
std::optional<std::string> hex_decode(std::string_view text);

}  // namespace onsale
