#include "adapter/http/api/context/guest_code.hpp"

namespace onsale::http {
namespace {

constexpr std::string_view kPrefix = "G-";
constexpr std::string_view kSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kSize = 10;
constexpr unsigned kBits = 5;

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::uint64_t code_bits(const GuestId& guest) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof bits; ++i)
        bits = bits << 8 | guest.bytes[i];
    return bits >> (8 * sizeof bits - kSize * kBits);
}

std::string guest_code(const GuestId& guest) {
    std::string text(kPrefix.size() + kSize, '0');
    text.replace(0, kPrefix.size(), kPrefix);
    std::uint64_t rest = code_bits(guest);
    for (std::size_t at = text.size(); at > kPrefix.size(); rest >>= kBits)
        text[--at] = kSymbols[rest % kSymbols.size()];
    return text;
}

std::optional<std::uint64_t> parse_guest_code(std::string_view text) {
    if (text.size() != kPrefix.size() + kSize || upper(text[0]) != 'G' || text[1] != '-')
        return std::nullopt;
    std::uint64_t bits = 0;
    for (const char c : text.substr(kPrefix.size())) {
        const std::size_t symbol = kSymbols.find(upper(c));
        if (symbol == kSymbols.npos) return std::nullopt;
        bits = bits << kBits | symbol;
    }
    return bits;
}

}  // namespace onsale::http
