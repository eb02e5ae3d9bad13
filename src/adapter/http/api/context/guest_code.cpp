#include "adapter/http/api/context/guest_code.hpp"

#include "base/text/symbol_code.hpp"

namespace onsale::http {
namespace {

constexpr SymbolCode kCode{.prefix = "G-", .symbols = 10};
constexpr unsigned kBits = 5;  // Of a symbol.

}  // namespace

std::uint64_t code_bits(const GuestId& guest) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof bits; ++i)
        bits = bits << 8 | guest.bytes[i];
    return bits >> (8 * sizeof bits - kCode.symbols * kBits);
}

std::string guest_code(const GuestId& guest) {
    return kCode.write(code_bits(guest));
}

std::optional<std::uint64_t> parse_guest_code(std::string_view text) {
    return kCode.read(text);
}

}  // namespace onsale::http
