#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/guest/pay/demo_page.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::http {

// A way to pay, as the configuration names it. The gateway belongs to the loop.
struct Provider {
    payment::ProviderId id;
    std::string word;  // In URLs: a-z, 0-9 and '-'.
    payment::PaymentGateway* gateway = nullptr;
    bool demo_only = false;  // Pretends: only for events that were created as demo.
    // Origins, such as "https://pay.example", to which the guest's browser posts: the pages' policy
    // allows forms to no others.
    std::vector<std::string> posts_to{};
};

// The counter behind the hosted page of Demo Pay. A payment key is not guessable, and whoever knows
// one may press its buttons: no cookie is asked for.
// Thread safety: one object per loop, used on that loop.
class DemoDesk {
  public:
    virtual ~DemoDesk() = default;

    // What the page shows, but for its language; nothing for a key that no payment has.
    virtual std::optional<DemoPage> find(std::string_view payment_key) = 0;
    // Where the browser goes; nothing for an unknown key or word, or where nobody comes back.
    virtual std::optional<std::string> press(std::string_view payment_key,
                                             std::string_view script) = 0;
    virtual std::optional<std::string> leave(std::string_view payment_key) = 0;
    // What becomes of the payment's refunds from now on; false for an unknown key or word.
    virtual bool script_refunds(std::string_view payment_key, std::string_view script) = 0;
};

}  // namespace onsale::http
