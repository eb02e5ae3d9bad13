#include "adapter/gateway/registration.hpp"

#include <array>

#include "adapter/gateway/demo/demo_provider.hpp"

namespace onsale::gateway {

std::span<const Registration> registrations() {
    static const std::array all = {
        demo_registration(),
    };
    return all;
}

std::vector<payment::Provider> known_providers() {
    std::vector<payment::Provider> providers;
    for (const Registration& one : registrations())
        providers.push_back({.id = one.id,
                             .word = std::string{one.word},
                             .name = one.name,
                             .demo_only = one.demo_only,
                             .posts_to = one.posts_to});
    return providers;
}

std::string provider_value(const std::map<std::string, std::string>& changed,
                           std::string_view section, const ProviderField& field) {
    const auto found = changed.find(std::string{section} + '.' + std::string{field.name});
    if (found != changed.end()) return found->second;
    return field.values.empty() ? std::string{} : std::string{field.values.front()};
}

}  // namespace onsale::gateway
