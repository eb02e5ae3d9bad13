#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/guest_id.hpp"

namespace onsale::http {

// `G-` and ten digits and letters (Crockford's base 32: no I, L, O, U), for a guest to read out to
// the service desk: the first 50 bits of its id. Among ten million guests of a sale one in a
// hundred million shares its code; it names a guest and proves nothing.
std::string guest_code(const GuestId& guest);

// The bits of a code, as code_bits() has them; strict but for the case of letters.
std::optional<std::uint64_t> parse_guest_code(std::string_view text);
std::uint64_t code_bits(const GuestId& guest);

}  // namespace onsale::http
