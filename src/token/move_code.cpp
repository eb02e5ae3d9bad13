#include "token/move_code.hpp"

#include <array>
#include <cstdint>

#include "base/text/ascii.hpp"
#include "token/key/random.hpp"

namespace onsale::token {
namespace {

constexpr std::string_view kSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kLength = 8;

// Returns the symbol that the typed character stands for, or 0 for an invalid character.
char symbol_of(char typed) {
    typed = ascii_upper(typed);
    if (typed == 'O') return '0';
    if (typed == 'I' || typed == 'L') return '1';
    return kSymbols.find(typed) == kSymbols.npos ? '\0' : typed;
}

}  // namespace

std::string new_move_code() {
    std::array<std::uint8_t, kLength> random;
    random_bytes(random);
    std::string code;
    for (const std::uint8_t byte : random) {
        if (code.size() == kLength / 2) code += '-';
        code +=
            // 256 is a multiple of 32: all symbols are equally likely.
            kSymbols[byte % kSymbols.size()];
    }
    return code;
}

std::optional<Sha256Digest> move_code_digest(std::string_view typed) {
    std::string code;
    for (const char c : typed) {
        if (c == '-' || c == ' ') continue;
        const char symbol = symbol_of(c);
        if (symbol == '\0' || code.size() == kLength) return std::nullopt;
        code += symbol;
    }
    if (code.size() != kLength) return std::nullopt;
    return sha256(code);
}

}  // namespace onsale::token
