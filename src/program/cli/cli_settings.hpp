#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>

namespace onsale::program {

// The settings of an event as options, and the JSON that they make.
struct SettingsOptions {
    std::string file;                            // JSON; the options are laid over it.
    std::vector<std::optional<std::string>> of;  // By the row of the option table.
    std::vector<std::string> set;                // "rules.maxActive=2000"
    std::vector<std::string> unset;              // "closesAt"
    bool demo = false;
};

// Every setting, for events.
void declare_settings(CLI::App& verb, SettingsOptions& options);
// Only the rules of the line.
void declare_rules(CLI::App& verb, SettingsOptions& options);

// What goes to the server. Throws UsageError for a file or an assignment that cannot be read.
boost::json::object settings_patch(const SettingsOptions& options);

}  // namespace onsale::program
