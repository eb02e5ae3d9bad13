#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/config/config_keys.hpp"
#include "program/config/config_load.hpp"

namespace onsale::program {
namespace {

constexpr std::string_view kPreamble =
    "# Every key of Onsale with its unit and its default; `onsale config print` writes this file.\n"
    "# A key is also the environment variable ONSALE_<SECTION>_<KEY> and `--set "
    "section.key=value`;\n"
    "# the command line wins over the environment, and that over this file.\n";

// A TOML basic string. Our defaults contain no control characters.
std::string toml_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string as_toml(const ConfigKey& key, const Items& items) {
    switch (key.shape) {
        case Shape::kNumber:
        case Shape::kSwitch:
            return items.front();
        case Shape::kText:
            return toml_string(items.front());
        case Shape::kList:
            break;
    }
    Items texts;
    for (const std::string& item : items)
        texts.push_back(toml_string(item));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

}  // namespace

std::string default_config_text() {
    const Config defaults;
    std::string text{kPreamble};
    std::string_view section;
    for (const ConfigKey& key : config_keys()) {
        if (key.section != section) text += fmt::format("\n[{}]\n", key.section);
        section = key.section;
        // Inserts the unit before the final full stop of the sentence.
        text += fmt::format("# {} ({}).\n{} = {}\n", key.comment.substr(0, key.comment.size() - 1),
                            key.unit, key.name, as_toml(key, key.get(defaults)));
    }
    return text;
}

}  // namespace onsale::program
