#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "token/codec.hpp"

namespace onsale::token {

// The state parameter in the URL to which a payment provider redirects the guest's browser. The
// browser may arrive without our cookies, and the state proves that we sent it. It names one
// attempt of one order. It is not stored: presenting it twice confirms the same attempt, which an
// order does only once.
struct PaymentReturn {
    std::uint64_t order = 0;
    std::uint8_t attempt = 0;
    // Language of the payment page, numbered by the caller; 0: not given.
    std::uint8_t language = 0;

    friend bool operator==(const PaymentReturn&, const PaymentReturn&) = default;
};

inline constexpr std::size_t kPaymentReturnPayload = 8 + 1 + 1;

std::string seal(const Keys& keys, const PaymentReturn& state);

// Returns std::nullopt unless we signed it with a live key. A state without a language comes from
// an older version of the program that was replaced while the guest was paying.
std::optional<PaymentReturn> open_payment_return(const Keys& keys, std::string_view text);

}  // namespace onsale::token
