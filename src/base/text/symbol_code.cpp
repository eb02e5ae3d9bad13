#include "base/text/symbol_code.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"

namespace onsale {
namespace {

constexpr std::string_view kSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr unsigned kBits = 5;

}  // namespace

std::string SymbolCode::write(std::uint64_t value) const {
    std::string text(prefix.size() + symbols, '0');
    text.replace(0, prefix.size(), prefix);
    for (std::size_t at = text.size(); at > prefix.size(); value >>= kBits)
        text[--at] = kSymbols[value % kSymbols.size()];
    return text;
}

std::optional<std::uint64_t> SymbolCode::read(std::string_view text) const {
    if (text.size() != prefix.size() + symbols ||
        !std::ranges::equal(text.substr(0, prefix.size()), prefix, {}, ascii_upper))
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text.substr(prefix.size())) {
        const std::size_t symbol = kSymbols.find(ascii_upper(c));
        if (symbol == kSymbols.npos || value >> (64 - kBits) != 0) return std::nullopt;
        value = value << kBits | symbol;
    }
    return value;
}

}  // namespace onsale
