#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "token/codec.hpp"

namespace onsale::token {

// The state in the address that a payment provider sends the guest's browser back to: that browser
// may come without our cookies, and shows by it that we sent it. It names one attempt of one order
// and is not remembered: bringing it twice confirms the same attempt, which an order does once.
struct PaymentReturn {
    std::uint64_t order = 0;
    std::uint8_t attempt = 0;
    // In which the guest paid, as the caller numbers them; 0: not said.
    std::uint8_t language = 0;

    friend bool operator==(const PaymentReturn&, const PaymentReturn&) = default;
};

inline constexpr std::size_t kPaymentReturnPayload = 8 + 1 + 1;

std::string seal(const Keys& keys, const PaymentReturn& state);

// Nothing unless we signed it with a live key. One without a language is of an older program, which
// was replaced while the guest was paying.
std::optional<PaymentReturn> open_payment_return(const Keys& keys, std::string_view text);

}  // namespace onsale::token
