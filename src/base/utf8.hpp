#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace onsale {

// Number of characters (Unicode code points) in a UTF-8 text. The limits of the API count
// characters, so that a Korean title may be as long as an English one.
constexpr std::size_t characters(std::string_view utf8) {
    constexpr unsigned kContinuationMask = 0xc0;
    constexpr unsigned kContinuation = 0x80;
    return static_cast<std::size_t>(std::ranges::count_if(utf8, [](char c) {
        return (static_cast<unsigned char>(c) & kContinuationMask) != kContinuation;
    }));
}

}  // namespace onsale
