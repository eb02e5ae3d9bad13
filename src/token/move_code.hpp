#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/sha256.hpp"

namespace onsale::token {

// A code that a person reads on one device and types on another: "7KQ2-M9XD". Eight symbols of
// Crockford's 32 are 40 bits, which a minute and a few tries per address keep out of reach.
std::string new_move_code();

// What is kept of it. Takes what people make of a code: small letters, spaces, no hyphen, O for 0,
// I and L for 1. Nothing for what cannot be a code.
std::optional<Sha256Digest> move_code_digest(std::string_view typed);

}  // namespace onsale::token
