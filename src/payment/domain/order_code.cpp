#include "payment/domain/order_code.hpp"

namespace onsale::payment {
namespace {

constexpr std::string_view kPrefix = "O-";
constexpr std::string_view kSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
// 65 bits for a 64-bit code: the value of the first symbol is below 16.
constexpr std::size_t kSize = 13;
constexpr unsigned kBits = 5;

constexpr unsigned kTrialRandomBits = 8 * kBits;
// "0TEST" in the symbols above.
constexpr std::uint64_t kTrialStart = 26ULL << 3 * kBits | 14 << 2 * kBits | 25 << kBits | 26;

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::string to_text(OrderCode code) {
    std::string text(kPrefix.size() + kSize, '0');
    text.replace(0, kPrefix.size(), kPrefix);
    std::uint64_t rest = code.value;
    for (std::size_t at = text.size(); at > kPrefix.size(); rest >>= kBits)
        text[--at] = kSymbols[rest % kSymbols.size()];
    return text;
}

std::optional<OrderCode> parse_order_code(std::string_view text) {
    if (text.size() != kPrefix.size() + kSize || upper(text[0]) != 'O' || text[1] != '-')
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text.substr(kPrefix.size())) {
        const std::size_t symbol = kSymbols.find(upper(c));
        if (symbol == kSymbols.npos || value >> (64 - kBits) != 0) return std::nullopt;
        value = value << kBits | symbol;
    }
    return OrderCode{value};
}

OrderCode trial_code(std::uint64_t random) {
    constexpr std::uint64_t kRandomMask = (std::uint64_t{1} << kTrialRandomBits) - 1;
    return {kTrialStart << kTrialRandomBits | (random & kRandomMask)};
}

bool is_trial(OrderCode code) {
    return code.value >> kTrialRandomBits == kTrialStart;
}

}  // namespace onsale::payment
