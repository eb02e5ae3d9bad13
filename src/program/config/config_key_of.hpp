#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "program/config/config_forms.hpp"
#include "program/config/config_keys.hpp"

namespace onsale::program {

// Shared by the files that fill the table of keys.

// Practically unlimited, but no product with milliseconds overflows.
inline constexpr std::uint32_t kMany = 1'000'000'000;

inline NumberForm count(std::uint32_t low, std::uint32_t high) {
    return {high == kMany ? fmt::format("at least {}", low) : fmt::format("{} to {}", low, high),
            std::to_string(std::max(low, 1U)), low, high};
}

inline DurationForm at_least(Duration low) {
    return {.low = low};
}

inline TextForm file() {
    return {"file or empty", "\"/etc/onsale/name.pem\""};
}

// Binds one field of a section to its name, its form and its comment.
template <class Section>
struct KeysOf {
    std::string_view section;
    Section Config::* where;

    template <class Form>
    ConfigKey operator()(std::string_view name, typename Form::Value Section::* field,
                         const Form& form, std::string_view comment) const {
        const auto set = [where = where, field, form](Config& config, const Items& items) {
            auto value = form.parse(items);
            if (value) config.*where.*field = std::move(*value);
            return value.has_value();
        };
        const auto get = [where = where, field, form](const Config& config) {
            return form.print(config.*where.*field);
        };
        return {section, name, comment, Form::kShape, form.unit, form.example, set, get};
    }
};

// Add the sections `redis`, `postgres` and `cluster`.
void add_redis_keys(std::vector<ConfigKey>& keys);
void add_postgres_keys(std::vector<ConfigKey>& keys);
void add_cluster_keys(std::vector<ConfigKey>& keys);

}  // namespace onsale::program
