#pragma once

#include <cstdint>
#include <string_view>

namespace onsale {

// Whether a line feed counts as a control character. A text of several lines may contain it.
enum class LineFeed : std::uint8_t { kIsControl, kIsText };

// Returns whether a UTF-8 text contains a control character: C0 (including line breaks), DEL or C1.
// Control characters can split lines of logs and files, and terminals interpret some of them.
constexpr bool has_control_characters(std::string_view utf8,
                                      LineFeed line_feed = LineFeed::kIsControl) {
    constexpr unsigned char kSpace = 0x20;
    constexpr unsigned char kDelete = 0x7F;
    constexpr unsigned char kBeforeC1 = 0xC2;  // C1 is encoded as C2 80 to C2 9F.
    constexpr unsigned char kAfterC1 = 0xA0;
    unsigned char before = 0;
    for (const char c : utf8) {
        const auto byte = static_cast<unsigned char>(c);
        const bool allowed = c == '\n' && line_feed == LineFeed::kIsText;
        if (!allowed &&
            (byte < kSpace || byte == kDelete || (before == kBeforeC1 && byte < kAfterC1)))
            return true;
        before = byte;
    }
    return false;
}

}  // namespace onsale
