#include "payment/port/payment_provider.hpp"

#include <algorithm>

namespace onsale::payment {

const Provider* find_provider(Providers providers, ProviderId id) {
    const auto found = std::ranges::find(providers, id, &Provider::id);
    return found == providers.end() ? nullptr : &*found;
}

const Provider* find_provider(Providers providers, std::string_view word) {
    const auto found = std::ranges::find(providers, word, &Provider::word);
    return found == providers.end() ? nullptr : &*found;
}

PaymentGateway* find_gateway(Providers providers, ProviderId id) {
    const Provider* const provider = find_provider(providers, id);
    return provider == nullptr ? nullptr : provider->gateway;
}

std::string provider_word(Providers providers, ProviderId id) {
    const Provider* const provider = find_provider(providers, id);
    return provider == nullptr ? std::to_string(id.value) : provider->word;
}

}  // namespace onsale::payment
