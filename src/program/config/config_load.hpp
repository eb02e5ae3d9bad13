#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

// An invalid configuration. Each line of what() names a key and the fix.
class ConfigError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

using Environment = std::map<std::string, std::string>;

// The sources of values, lowest precedence first.
struct ConfigSources {
    std::optional<std::filesystem::path> file;
    Environment environment;             // ONSALE_<SECTION>_<KEY>, upper case.
    std::vector<std::string> overrides;  // "section.key=value"
};

// Throws ConfigError with all problems found, so that one start reports all of them.
Config load_config(const ConfigSources& sources);

// Like load_config(), with a text instead of a file. `name` is used in messages.
Config parse_config(std::string_view toml, std::string_view name, const ConfigSources& sources);

// The documented file: every key with its unit, its default and a comment.
std::string default_config_text();

}  // namespace onsale::program
