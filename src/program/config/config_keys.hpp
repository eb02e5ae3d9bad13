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

// A value as text: one item, or the items of a list.
using Items = std::vector<std::string>;

// One key of the configuration, as the file, the environment, the command line and the
// documentation use it.
struct ConfigKey {
    std::string_view section;
    std::string_view name;
    std::string_view comment;  // One sentence.
    Shape shape{};
    std::string unit;     // "duration", "bytes", "0 to 256" ...
    std::string example;  // An example value in TOML.
    // Returns false when the value has the wrong form.
    std::function<bool(Config&, const Items&)> set;
    std::function<Items(const Config&)> get;

    std::string path() const;      // "server.listen"
    std::string variable() const;  // "ONSALE_SERVER_LISTEN"
};

// The only table of keys, in the order of the documented file.
std::span<const ConfigKey> config_keys();

// The nearest name, for the error message after "unknown key"; empty when none is near.
std::string nearest_key(std::string_view path);

}  // namespace onsale::program
