#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "payment/port/payment_gateway.hpp"

namespace onsale::payment {

// The name of a payment method, as guests see it.
struct ProviderName {
    std::string english;
    std::string korean;
};

// A payment method, as the configuration names it. The gateway belongs to the loop.
struct Provider {
    ProviderId id;
    std::string word;  // Name in URLs: a-z, 0-9 and '-'.
    ProviderName name{};
    PaymentGateway* gateway = nullptr;
    bool demo_only = false;  // Simulates payments: only for events that were created as demo.
    // Origins such as "https://pay.example" that the guest's browser posts forms to. The pages'
    // Content-Security-Policy allows no others.
    std::vector<std::string> posts_to{};
};

// The providers of a loop, in the order of the configuration.
using Providers = std::span<const Provider>;

// Null when there is no such provider, because it was removed from the configuration, for example.
const Provider* find_provider(Providers providers, ProviderId id);
const Provider* find_provider(Providers providers, std::string_view word);
PaymentGateway* find_gateway(Providers providers, ProviderId id);

// The name of a provider for operators; the number of one that was removed from the configuration.
std::string provider_word(Providers providers, ProviderId id);

}  // namespace onsale::payment
