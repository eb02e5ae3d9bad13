#pragma once

#include <cstdint>
#include <string_view>

#include "base/guest_id.hpp"
#include "token/key/keys.hpp"

namespace onsale::token {

// Who vouches for a guest. The values go into guest ids: never reuse one.
enum class GuestSource : std::uint8_t { kVisitor = 1, kAccount = 2, kSite = 3 };

// The guest that `subject` is for this source: the same subject always gives the same guest, and
// without our key nobody can tell which.
GuestId guest_of(const Keys& keys, GuestSource source, std::string_view subject);

}  // namespace onsale::token
