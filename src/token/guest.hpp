#pragma once

#include <cstdint>
#include <string_view>

#include "base/guest_id.hpp"
#include "token/key/keys.hpp"

namespace onsale::token {

// The authority that identified a guest. The values are part of guest ids: never reuse one.
enum class GuestSource : std::uint8_t { kVisitor = 1, kAccount = 2, kSite = 3 };

// Computes the guest id of `subject` at this source. The same subject always gives the same guest
// id, and the subject cannot be derived from it without our key.
GuestId guest_of(const Keys& keys, GuestSource source, std::string_view subject);

}  // namespace onsale::token
