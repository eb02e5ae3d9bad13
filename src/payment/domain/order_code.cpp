#include "payment/domain/order_code.hpp"

#include "base/text/symbol_code.hpp"

namespace onsale::payment {
namespace {

constexpr SymbolCode kCode{"O-"};
constexpr unsigned kBits = 5;  // Of a symbol.

constexpr unsigned kTrialRandomBits = 8 * kBits;
// "0TEST" in the symbols of a code.
constexpr std::uint64_t kTrialStart = 26ULL << 3 * kBits | 14 << 2 * kBits | 25 << kBits | 26;

}  // namespace

std::string to_text(OrderCode code) {
    return kCode.write(code.value);
}

std::optional<OrderCode> parse_order_code(std::string_view text) {
    const auto value = kCode.read(text);
    return value ? std::optional{OrderCode{*value}} : std::nullopt;
}

OrderCode trial_code(std::uint64_t random) {
    constexpr std::uint64_t kRandomMask = (std::uint64_t{1} << kTrialRandomBits) - 1;
    return {kTrialStart << kTrialRandomBits | (random & kRandomMask)};
}

bool is_trial(OrderCode code) {
    return code.value >> kTrialRandomBits == kTrialStart;
}

}  // namespace onsale::payment
