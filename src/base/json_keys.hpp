#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onsale {

// Returns a member name, without escapes, that occurs twice in one object of a JSON text. Some
// parsers keep the first of two equal names and some keep the last, so the code that checks the
// text and the code that uses it could see different values.
// REQUIRES: a parser has accepted the text.
std::optional<std::string> repeated_key(std::string_view json);

}  // namespace onsale
