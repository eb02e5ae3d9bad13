#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/guest_id.hpp"

namespace onsale::http {

// `G-` and ten digits and letters (Crockford's base 32: no I, L, O, U), which a guest can read out
// to the service desk. It is the first 50 bits of the guest's id. Among ten million guests of a
// sale the chance that a guest shares its code is one in a hundred million. The code identifies a
// guest but proves nothing.
std::string guest_code(const GuestId& guest);

// The bits of a code, in the form of code_bits(). Strict except for the case of letters.
std::optional<std::uint64_t> parse_guest_code(std::string_view text);
std::uint64_t code_bits(const GuestId& guest);

}  // namespace onsale::http
