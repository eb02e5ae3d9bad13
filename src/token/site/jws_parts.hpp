#pragma once

#include <optional>
#include <string_view>

namespace onsale::token {

// The three parts of a compact JWS, still encoded, as views into the token.
struct JwsParts {
    std::string_view header;
    std::string_view payload;
    std::string_view signature;
    std::string_view signed_text;  // Header, dot, payload.
};

// Returns std::nullopt unless there are exactly two dots and no part is empty. (An unsigned token
// has an empty third part.)
inline std::optional<JwsParts> split_jws(std::string_view token) {
    const std::size_t first = token.find('.');
    if (first == token.npos) return std::nullopt;
    const std::size_t second = token.find('.', first + 1);
    if (second == token.npos || token.find('.', second + 1) != token.npos) return std::nullopt;
    const JwsParts parts{
        .header = token.substr(0, first),
        .payload = token.substr(first + 1, second - first - 1),
        .signature = token.substr(second + 1),
        .signed_text = token.substr(0, second),
    };
    if (parts.header.empty() || parts.payload.empty() || parts.signature.empty())
        return std::nullopt;
    return parts;
}

}  // namespace onsale::token
