#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/guest/pay/demo_page.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::http {

// A payment method, as the configuration names it. The gateway belongs to the loop.
struct Provider {
    payment::ProviderId id;
    std::string word;  // Name in URLs: a-z, 0-9 and '-'.
    payment::PaymentGateway* gateway = nullptr;
    bool demo_only = false;  // Simulates payments: only for events that were created as demo.
    // Origins such as "https://pay.example" that the guest's browser posts forms to. The pages'
    // Content-Security-Policy allows no others.
    std::vector<std::string> posts_to{};
};

// Backend of the hosted page of Demo Pay. A payment key cannot be guessed, and knowing it
// authorizes all actions of the page. No cookie is required.
// Thread safety: one object per loop, used on that loop.
class DemoDesk {
  public:
    virtual ~DemoDesk() = default;

    // The data of the page, without its language; nothing for an unknown key.
    virtual std::optional<DemoPage> find(std::string_view payment_key) = 0;
    // The URL to redirect to; nothing for an unknown key or word, or when there is no way back.
    virtual std::optional<std::string> press(std::string_view payment_key,
                                             std::string_view script) = 0;
    virtual std::optional<std::string> leave(std::string_view payment_key) = 0;
    // Sets the outcome of the payment's refunds from now on; false for an unknown key or word.
    virtual bool script_refunds(std::string_view payment_key, std::string_view script) = 0;
};

}  // namespace onsale::http
