#include "adapter/http/transport/message/query.hpp"

#include <algorithm>
#include <initializer_list>

#include "adapter/http/transport/message/hex_digit.hpp"
#include "base/utf8.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kValuesMax = 16;

// Calls `each` with the parts between separators until it returns false.
template <class Each>
void split(std::string_view text, char separator, Each each) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        if (!each(text.substr(0, end))) return;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::pair<std::string_view, std::string_view> key_and_value(std::string_view part) {
    const std::size_t equals = std::min(part.find('='), part.size());
    return {part.substr(0, equals), part.substr(std::min(equals + 1, part.size()))};
}

template <class Wanted>
std::string_view first_cookie(std::string_view header, Wanted wanted) {
    std::string_view found;
    split(header, ';', [&](std::string_view part) {
        while (part.starts_with(' '))
            part.remove_prefix(1);
        const auto [key, value] = key_and_value(part);
        if (wanted(key)) found = value;
        return found.empty();
    });
    return found;
}

bool names(std::string_view raw_key, std::string_view name) {
    if (raw_key == name) return true;
    return raw_key.find('%') != raw_key.npos && percent_decode(raw_key) == name;
}

bool is_usable(std::string_view raw_value, std::size_t characters_max) {
    if (raw_value.empty()) return false;
    // Most values have no escapes and need no copy.
    if (raw_value.find('%') == raw_value.npos) return characters(raw_value) <= characters_max;
    const auto value = percent_decode(raw_value);
    return value && characters(*value) <= characters_max;
}

bool is_misused(std::string_view query, const QueryParameter& parameter) {
    bool found = false;
    bool misused = false;
    split(query, '&', [&](std::string_view part) {
        const auto [raw_key, raw_value] = key_and_value(part);
        if (!names(raw_key, parameter.name)) return true;
        misused = found || !is_usable(raw_value, parameter.characters_max);
        found = true;
        return !misused;
    });
    return misused;
}

}  // namespace

std::optional<std::string> percent_decode(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out.push_back(text[i]);
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const int high = hex_digit(text[i + 1]);
        const int low = hex_digit(text[i + 2]);
        if (high < 0 || low < 0 || (high == 0 && low == 0)) return std::nullopt;
        out.push_back(static_cast<char>(high * 16 + low));
        i += 2;
    }
    return out;
}

const QueryParameter* misused_parameter(std::string_view query,
                                        std::span<const QueryParameter> known) {
    for (const QueryParameter& parameter : known)
        if (is_misused(query, parameter)) return &parameter;
    return nullptr;
}

std::optional<QueryValues> QueryValues::parse(std::string_view query) {
    QueryValues result;
    bool sound = true;
    split(query, '&', [&](std::string_view part) {
        const auto [raw_key, raw_value] = key_and_value(part);
        std::string spaced{raw_value};
        std::ranges::replace(spaced, '+', ' ');
        auto key = percent_decode(raw_key);
        auto value = percent_decode(spaced);
        sound = key && value && result.values_.size() < kValuesMax && !result.contains(*key);
        if (sound) result.values_.emplace_back(std::move(*key), std::move(*value));
        return sound;
    });
    if (!sound) return std::nullopt;
    return result;
}

std::string_view QueryValues::get(std::string_view key) const {
    for (const auto& [name, value] : values_)
        if (name == key) return value;
    return {};
}

bool QueryValues::contains(std::string_view key) const {
    return std::ranges::any_of(values_, [&](const auto& value) { return value.first == key; });
}

bool QueryValues::only(std::span<const QueryParameter> allowed) const {
    return std::ranges::all_of(values_, [&](const auto& value) {
        return std::ranges::find(allowed, value.first, &QueryParameter::name) != allowed.end();
    });
}

bool QueryValues::only(std::initializer_list<std::string_view> allowed) const {
    return std::ranges::all_of(values_, [&](const auto& value) {
        return std::ranges::find(allowed, value.first) != allowed.end();
    });
}

std::optional<std::string_view> plain_query_value(std::string_view query, std::string_view key) {
    std::optional<std::string_view> found;
    split(query, '&', [&](std::string_view part) {
        const auto [name, value] = key_and_value(part);
        if (name == key && value.find_first_of("%+") == value.npos) found = value;
        return !found;
    });
    return found;
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
    return first_cookie(header, [name](std::string_view key) { return key == name; });
}

std::string_view cookie_with_prefix(std::string_view header, std::string_view prefix) {
    return first_cookie(header, [prefix](std::string_view key) { return key.starts_with(prefix); });
}

}  // namespace onsale::http
