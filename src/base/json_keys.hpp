#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onsale {

// A name that stands twice in one object of a JSON text, as it reads without escapes. Parsers keep
// the first or the last of the two, and no two of them need agree: who checks the text and who
// acts on it could read different things. REQUIRES: a parser has accepted the text.
std::optional<std::string> repeated_key(std::string_view json);

}  // namespace onsale
