#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/yield_callback.hpp"

namespace onsale {

using Sha256Digest = std::array<std::uint8_t, 32>;

Sha256Digest sha256(std::string_view bytes);
// For large inputs: calls `yield` between pieces.
Sha256Digest sha256(std::string_view bytes, const YieldCallback& yield);

inline std::string_view as_bytes(const Sha256Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace onsale
