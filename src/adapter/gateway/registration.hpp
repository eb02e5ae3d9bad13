#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/gateway/provider_service.hpp"
#include "payment/port/payment_provider.hpp"

namespace onsale::gateway {

// A key that a provider has in the configuration.
struct ProviderField {
    std::string_view name;                 // In the provider's section.
    std::vector<std::string_view> values;  // The allowed ones, the default first; empty: any text.
    std::string_view comment;              // One sentence for the documented configuration.
};

// Settings of the providers, from the configuration.
struct ProviderSettings {
    std::filesystem::path folder;                 // For the files of the providers.
    Duration call_timeout{};                      // For every call to a provider.
    std::map<std::string, std::string> fields{};  // Changed fields, by section and name: "a.b".
};

// The default, if the field was not changed: the first allowed value, or nothing for any text.
std::string provider_value(const std::map<std::string, std::string>& changed,
                           std::string_view section, const ProviderField& field);

// Static description of a provider.
struct Registration {
    payment::ProviderId id;        // Stored in journals. Never change or reuse it.
    std::string_view word;         // Its name in URLs and for operators: a-z, 0-9 and '-'.
    payment::ProviderName name{};  // Its name for guests.
    std::string_view section;      // In the configuration.
    bool demo_only = false;
    std::vector<std::string> posts_to{};  // See payment::Provider.
    std::vector<ProviderField> fields{};
    // Null while the fields do not name the provider's account: then it is not offered. Throws
    // std::runtime_error that names the fix when the provider cannot be used.
    std::unique_ptr<ProviderService> (*open)(const Registration&,
                                             const ProviderSettings&) = nullptr;
};

// All providers, in the order in which guests see them. The only list.
std::span<const Registration> registrations();

// Descriptions of all providers; no gateway is created. All processes of a deployment get the same
// list.
std::vector<payment::Provider> known_providers();

}  // namespace onsale::gateway
