#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/sha256.hpp"

namespace onsale::token {

// A code that a guest reads on one device and types on another: "7KQ2-M9XD". Eight of Crockford's
// 32 symbols are 40 bits. A code is valid for one minute and attempts per address are limited, so
// guessing it is infeasible.
std::string new_move_code();

// The digest of a code, which is all that is stored. Accepts lower case, spaces, a missing hyphen,
// O for 0, and I or L for 1. Returns std::nullopt for text that cannot be a code.
std::optional<Sha256Digest> move_code_digest(std::string_view typed);

}  // namespace onsale::token
