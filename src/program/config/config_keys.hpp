#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/config/config.hpp"

namespace onsale::program {

// How a value is written in TOML.
enum class Shape : std::uint8_t { kText, kNumber, kSwitch, kList };

// A value as text: one item, or those of a list.
using Items = std::vector<std::string>;

// One key of the configuration: all that files, the environment, the command line and the
// documentation need to know about it.
struct ConfigKey {
    std::string_view section;
    std::string_view name;
    std::string_view comment;  // One sentence.
    Shape shape{};
    std::string unit;                                // "duration", "bytes", "0 to 256" ...
    std::string example;                             // A value as TOML.
    std::function<bool(Config&, const Items&)> set;  // False: not of this form.
    std::function<Items(const Config&)> get;

    std::string path() const;      // "server.listen"
    std::string variable() const;  // "ONSALE_SERVER_LISTEN"
};

// The one table, in the order of the documented file.
std::span<const ConfigKey> config_keys();

// What the next refusal says after "unknown key": the nearest name, or nothing when none is near.
std::string nearest_key(std::string_view path);

}  // namespace onsale::program
