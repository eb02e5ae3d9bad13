#include "payment/domain/order_code.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::payment {

std::string to_text(const AttemptName& name) {
    return to_text(name.order) + '-' + std::to_string(name.attempt);
}

std::optional<AttemptName> parse_attempt_name(std::string_view text) {
    const auto dash = text.rfind('-');
    if (dash == text.npos) return std::nullopt;
    const auto order = parse_order_code(text.substr(0, dash));
    // At most ten attempts: one or two digits, no sign, no leading zero.
    const std::string_view digits = text.substr(dash + 1);
    if (!order || digits.empty() || digits.size() > 2 || digits.front() == '0') return std::nullopt;
    std::uint8_t attempt = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        attempt = static_cast<std::uint8_t>(attempt * 10 + (c - '0'));
    }
    const AttemptName name{*order, attempt};
    // Only the canonical text is accepted: people may type a code in either case, but providers
    // repeat it unchanged.
    if (to_text(name) != text) return std::nullopt;
    return name;
}

}  // namespace onsale::payment
