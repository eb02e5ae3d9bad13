#include "base/base64url.hpp"

#include <array>
#include <cstdint>

namespace onsale {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::uint8_t kForeign = 0xff;
constexpr std::uint8_t kForeignBit = 0x80;  // Not set in any valid value.

constexpr std::array<std::uint8_t, 256> reverse_alphabet() {
    std::array<std::uint8_t, 256> table{};
    table.fill(kForeign);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return table;
}

constexpr auto kReverse = reverse_alphabet();

// Decodes 6 bits per letter. `seen` collects the bits of all values, so that kForeign shows in it.
std::uint32_t bits_of(const char* letters, std::size_t count, std::uint8_t& seen) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t value = kReverse[static_cast<unsigned char>(letters[i])];
        seen |= value;
        bits = (bits << 6) | value;
    }
    return bits;
}

}  // namespace

std::string base64url_encode(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() * 4 + 2) / 3);
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6)
            out.push_back(kAlphabet[(bits >> (count - 6)) & 63]);
    }
    if (count > 0) out.push_back(kAlphabet[(bits << (6 - count)) & 63]);
    return out;
}

std::optional<std::size_t> base64url_decode(std::string_view text, unsigned char* out) {
    const unsigned char* const begin = out;
    const char* const whole = text.data() + text.size() / 4 * 4;
    std::uint8_t seen = 0;
    for (const char* at = text.data(); at != whole; at += 4, out += 3) {
        const std::uint32_t bits = bits_of(at, 4, seen);
        out[0] = static_cast<unsigned char>(bits >> 16);
        out[1] = static_cast<unsigned char>(bits >> 8);
        out[2] = static_cast<unsigned char>(bits);
    }
    // Two remaining letters encode one byte plus 4 unused bits; three encode two bytes plus 2
    // unused bits. One remaining letter is invalid.
    const std::size_t rest = text.size() % 4;
    const unsigned stray = rest == 3 ? 2 : 4;
    const std::uint32_t bits = bits_of(whole, rest, seen);
    if ((seen & kForeignBit) != 0 || rest == 1 || (bits & ((1u << stray) - 1)) != 0)
        return std::nullopt;
    if (rest == 3) *out++ = static_cast<unsigned char>(bits >> 10);
    if (rest >= 2) *out++ = static_cast<unsigned char>(bits >> stray);
    return static_cast<std::size_t>(out - begin);
}

std::optional<std::string> base64url_decode(std::string_view text) {
    std::string out(3 * (text.size() / 4 + 1), '\0');
    const auto size = base64url_decode(text, reinterpret_cast<unsigned char*>(out.data()));
    if (!size) return std::nullopt;
    out.resize(*size);
    return out;
}

std::string hex_encode(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        out.push_back(kHex[static_cast<unsigned char>(c) >> 4]);
        out.push_back(kHex[static_cast<unsigned char>(c) & 15]);
    }
    return out;
}

std::string hex_encode(const GuestId& guest) {
    return hex_encode({reinterpret_cast<const char*>(guest.bytes.data()), guest.bytes.size()});
}

std::optional<std::string> hex_decode(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::string out;
    out.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto high = kHex.find(text[i]);
        const auto low = kHex.find(text[i + 1]);
        if (high == kHex.npos || low == kHex.npos) return std::nullopt;
        out.push_back(static_cast<char>(high << 4 | low));
    }
    return out;
}

}  // namespace onsale
