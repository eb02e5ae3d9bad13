#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "payment/domain/money.hpp"

namespace onsale::payment {

// The page of a payment is at this path and its payment key.
constexpr std::string_view kHostedPagePath = "/demo-pay/";

// A payment as the hosted page shows it.
struct HostedPayment {
    std::string payment_key;
    std::string title;  // As the shop sent it; not escaped.
    Money amount;
    Instant valid_until;
    bool open = true;      // No choice was made yet, and the time has not expired.
    std::string way_back;  // Link to the shop after the end; empty: there is none.
};

// The payments behind the page of a provider that is part of this program, such as Demo Pay. A
// payment key cannot be guessed, and knowing it authorizes all actions of the page. No cookie is
// required.
// Thread safety: one object per loop, used on that loop.
class HostedPage {
  public:
    virtual ~HostedPage() = default;

    // std::nullopt for an unknown key.
    virtual std::optional<HostedPayment> find(std::string_view payment_key) = 0;
    // The URL to redirect to; nothing for an unknown key or word, or when there is no way back.
    virtual std::optional<std::string> press(std::string_view payment_key,
                                             std::string_view script) = 0;
    virtual std::optional<std::string> leave(std::string_view payment_key) = 0;
    // Sets the outcome of the payment's refunds from now on; false for an unknown key or word.
    virtual bool script_refunds(std::string_view payment_key, std::string_view script) = 0;
};

}  // namespace onsale::payment
