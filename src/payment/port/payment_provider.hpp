#pragma once

#include <string>
#include <vector>

#include "payment/port/payment_gateway.hpp"

namespace onsale::payment {

// A payment method, as the configuration names it. The gateway belongs to the loop.
struct Provider {
    ProviderId id;
    std::string word;  // Name in URLs: a-z, 0-9 and '-'.
    PaymentGateway* gateway = nullptr;
    bool demo_only = false;  // Simulates payments: only for events that were created as demo.
    // Origins such as "https://pay.example" that the guest's browser posts forms to. The pages'
    // Content-Security-Policy allows no others.
    std::vector<std::string> posts_to{};
};

}  // namespace onsale::payment
