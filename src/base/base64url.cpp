#include "base/base64url.hpp"

#include <array>
#include <cstdint>

namespace onsale {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::uint8_t kForeign = 0xff;

constexpr std::array<std::uint8_t, 256> reverse_alphabet() {
    std::array<std::uint8_t, 256> table{};
    table.fill(kForeign);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i)
        table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    return table;
}

constexpr auto kReverse = reverse_alphabet();

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
    std::uint32_t bits = 0;
    unsigned count = 0;
    std::size_t size = 0;
    for (const char c : text) {
        const std::uint8_t value = kReverse[static_cast<unsigned char>(c)];
        if (value == kForeign) return std::nullopt;
        bits = (bits << 6) | value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            out[size++] = static_cast<unsigned char>(bits >> count);
        }
    }
    const bool stray = count >= 6 || (bits & ((1u << count) - 1)) != 0;
    return stray ? std::nullopt : std::optional{size};
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
