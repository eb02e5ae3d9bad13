#include "sale/app/choose_provider.hpp"

#include <algorithm>

namespace onsale::sale {

using payment::Provider;

bool may_pay_with(const Provider& provider, const waiting_room::EventSettings& event) {
    return event.demo || !provider.demo_only;
}

const Provider* choose_provider(payment::Providers providers,
                                const waiting_room::EventSettings& event, const SaleLevers& levers,
                                std::string_view word) {
    const auto& stopped = levers.providers_stopped;
    const Provider* chosen = nullptr;
    for (const Provider& provider : providers) {
        if (!may_pay_with(provider, event)) continue;
        if (provider.word == word) return &provider;
        // If all are stopped, the first is returned and the order's rules refuse it.
        const bool goes = std::ranges::find(stopped, provider.id) == stopped.end();
        if (word.empty() && goes) return &provider;
        if (word.empty() && chosen == nullptr) chosen = &provider;
    }
    return chosen;
}

}  // namespace onsale::sale
