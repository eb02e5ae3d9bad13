#include "program/config/config_load.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "program/config/config_check.hpp"
#include "program/config/config_keys.hpp"

namespace onsale::program {
namespace {

using Problems = std::vector<std::string>;

// Far more than all keys with their comments.
constexpr std::size_t kFileMax = 1024 * 1024;
constexpr std::string_view kVariablePrefix = "ONSALE_";
// The only value without a key. Files are copied and shown, so it must not be in them.
constexpr std::string_view kRedisPassword = "ONSALE_REDIS_PASSWORD";

const ConfigKey* find_key(std::string_view path) {
    const auto keys = config_keys();
    const auto found = std::ranges::find(keys, path, &ConfigKey::path);
    return found == keys.end() ? nullptr : &*found;
}

std::string unknown_key(std::string_view path) {
    if (path == "redis.password")
        return "redis.password: is not allowed in a file; use redis.password_file or the "
               "environment "
               "variable ONSALE_REDIS_PASSWORD";
    if (path == "postgres.password")
        return "postgres.password: is not allowed here; use postgres.password_file";
    const std::string nearest = nearest_key(path);
    return nearest.empty() ? fmt::format("{}: unknown key", path)
                           : fmt::format("{}: unknown key; did you mean {}?", path, nearest);
}

std::string wrong_value(const ConfigKey& key, std::string_view shown) {
    return fmt::format("{}: {} is not of the form: {}, like {} = {}", key.path(), shown, key.unit,
                       key.name, key.example);
}

std::optional<Items> items_of(Shape shape, const toml::node& node);

// Parses a list as the file writes it: ["a", "b"].
std::optional<Items> bracketed(std::string_view text) {
    try {
        const toml::table read = toml::parse("list = " + std::string{text});
        return items_of(Shape::kList, *read.get("list"));
    } catch (const toml::parse_error&) {
        return std::nullopt;
    }
}

// Splits a text from the environment or the command line. A list is separated by commas, or written
// as in the file.
std::optional<Items> split(const ConfigKey& key, std::string_view text) {
    if (key.shape != Shape::kList) return Items{std::string{text}};
    // An address such as [::1]:6379 is not a list.
    const bool list = text.ends_with(']') || text.find('"') != text.npos;
    if (text.starts_with('[') && list) return bracketed(text);
    Items items;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        items.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return items;
}

std::optional<Items> items_of(Shape shape, const toml::node& node) {
    switch (shape) {
        case Shape::kText:
            if (const auto text = node.value_exact<std::string>()) return Items{*text};
            return std::nullopt;
        case Shape::kNumber:
            if (const auto number = node.value_exact<std::int64_t>())
                return Items{std::to_string(*number)};
            return std::nullopt;
        case Shape::kSwitch:
            if (const auto on = node.value_exact<bool>()) return Items{*on ? "true" : "false"};
            return std::nullopt;
        case Shape::kList:
            break;
    }
    const toml::array* list = node.as_array();
    if (list == nullptr) return std::nullopt;
    Items items;
    for (const toml::node& element : *list) {
        auto text = element.value_exact<std::string>();
        if (!text) return std::nullopt;
        items.push_back(std::move(*text));
    }
    return items;
}

std::string shown(const toml::node& node) {
    std::ostringstream text;
    node.visit([&](const auto& value) {
        if constexpr (toml::is_table<decltype(value)>)
            text << toml::toml_formatter{value};
        else
            text << value;
    });
    return text.str();
}

class Loading {
  public:
    void file(const toml::table& root, std::string_view name) {
        for (const auto& [section, node] : root) {
            const toml::table* table = node.as_table();
            if (table == nullptr) {
                problems_.push_back(fmt::format("{}:{}: {} stands outside a section like [server]",
                                                name, node.source().begin.line, section.str()));
                continue;
            }
            for (const auto& [key, value] : *table)
                member(name, fmt::format("{}.{}", section.str(), key.str()), value);
        }
    }

    void environment(const Environment& environment) {
        for (const auto& [name, value] : environment) {
            const auto keys = config_keys();
            const auto key = std::ranges::find(keys, name, &ConfigKey::variable);
            if (name == kRedisPassword)
                config_.redis.password = value;
            else if (key != keys.end())
                text(*key, value, "environment variable " + name + ": ");
            else if (looks_like_ours(name))
                problems_.push_back(fmt::format("environment variable {}: {}", name,
                                                unknown_key(path_of_variable(name))));
        }
    }

    void overrides(const std::vector<std::string>& assignments) {
        for (const std::string& assignment : assignments) {
            const auto equals = assignment.find('=');
            const std::string path = assignment.substr(0, equals);
            const ConfigKey* key = find_key(path);
            if (equals == assignment.npos)
                problems_.push_back(fmt::format(
                    "--set {}: must be section.key=value, like --set server.loops=2", assignment));
            else if (key == nullptr)
                problems_.push_back("--set " + unknown_key(path));
            else
                text(*key, assignment.substr(equals + 1), "--set ");
        }
    }

    Config finish() {
        if (problems_.empty()) problems_ = config_problems(config_);
        if (!problems_.empty()) throw ConfigError{fmt::format("{}", fmt::join(problems_, "\n"))};
        return std::move(config_);
    }

  private:
    void member(std::string_view name, const std::string& path, const toml::node& value) {
        const std::string place = fmt::format("{}:{}: ", name, value.source().begin.line);
        const ConfigKey* key = find_key(path);
        if (key == nullptr) {
            problems_.push_back(place + unknown_key(path));
            return;
        }
        const auto items = items_of(key->shape, value);
        if (!items || !key->set(config_, *items))
            problems_.push_back(place + wrong_value(*key, shown(value)));
    }

    void text(const ConfigKey& key, std::string_view value, const std::string& place) {
        const auto items = split(key, value);
        if (items && key.set(config_, *items)) return;
        std::string problem = wrong_value(key, fmt::format("\"{}\"", value));
        if (key.shape == Shape::kList)
            problem += fmt::format("; here also with commas alone, like {}={}", key.path(),
                                   fmt::join(split_example(key), ","));
        problems_.push_back(place + problem);
    }

    static Items split_example(const ConfigKey& key) {
        return bracketed(key.example).value_or(Items{});
    }

    // Only names that start with a section are taken for keys: scripts have their own variables.
    static bool looks_like_ours(std::string_view name) {
        return std::ranges::any_of(config_keys(), [&](const ConfigKey& key) {
            const std::string variable = key.variable();
            return name.starts_with(std::string_view{variable}.substr(
                0, kVariablePrefix.size() + key.section.size() + 1));
        });
    }

    static std::string path_of_variable(std::string_view name) {
        std::string path{name.substr(kVariablePrefix.size())};
        std::ranges::transform(path, path.begin(), [](char c) {
            return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        });
        path[path.find('_')] = '.';
        return path;
    }

    Config config_;
    Problems problems_;
};

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    std::string content{std::istreambuf_iterator<char>{file}, {}};
    if (!file) throw ConfigError{fmt::format("{}: cannot be read", path.string())};
    if (content.size() > kFileMax)
        throw ConfigError{fmt::format("{}: is larger than 1 MiB", path.string())};
    return content;
}

}  // namespace

Config load_config(const ConfigSources& sources) {
    if (!sources.file) return parse_config("", "", sources);
    return parse_config(read_file(*sources.file), sources.file->string(), sources);
}

Config parse_config(std::string_view text, std::string_view name, const ConfigSources& sources) {
    Loading loading;
    try {
        loading.file(toml::parse(text), name);
    } catch (const toml::parse_error& error) {
        throw ConfigError{fmt::format("{}:{}: not TOML: {}", name, error.source().begin.line,
                                      error.description())};
    }
    loading.environment(sources.environment);
    loading.overrides(sources.overrides);
    return loading.finish();
}

}  // namespace onsale::program
