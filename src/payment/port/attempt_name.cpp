#include <charconv>
#include <limits>

#include "payment/port/payment_gateway.hpp"

namespace onsale::payment {
namespace {

constexpr std::string_view kPrefix = "onsale-";

// One spelling a number: no sign, no leading zero.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.front() == '0')
        return std::nullopt;
    return value;
}

}  // namespace

std::string to_text(const AttemptName& name) {
    return std::string{kPrefix} + std::to_string(name.order.value) + '-' +
           std::to_string(name.attempt);
}

std::optional<AttemptName> parse_attempt_name(std::string_view text) {
    if (!text.starts_with(kPrefix)) return std::nullopt;
    text.remove_prefix(kPrefix.size());
    const auto dash = text.find('-');
    if (dash == text.npos || dash == 0 || dash + 1 == text.size()) return std::nullopt;
    const auto order = read_number<std::uint64_t>(text.substr(0, dash));
    const auto attempt = read_number<std::uint8_t>(text.substr(dash + 1));
    if (!order || !attempt) return std::nullopt;
    return AttemptName{{*order}, *attempt};
}

}  // namespace onsale::payment
