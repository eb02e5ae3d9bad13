#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>

namespace onsale::program {

// The settings of an event as options, which are converted to JSON.
struct SettingsOptions {
    std::string file;                            // JSON file; the options override its values.
    std::vector<std::optional<std::string>> of;  // Indexed like the rows of the option table.
    std::vector<std::string> set;                // "rules.maxActive=2000"
    std::vector<std::string> unset;              // "closesAt"
    bool demo = false;
};

// Adds the options of every setting, for events.
void declare_settings(CLI::App& verb, SettingsOptions& options);
// Adds only the options of the line's rules.
void declare_rules(CLI::App& verb, SettingsOptions& options);

// The JSON for the server. Throws UsageError for a file or an assignment that cannot be parsed.
boost::json::object settings_patch(const SettingsOptions& options);

}  // namespace onsale::program
