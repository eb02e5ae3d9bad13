#include "base/json_keys.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

namespace onsale {
namespace {

constexpr std::size_t kEscapeDigits = 4;

char16_t take_unit(std::string_view& raw) {
    unsigned unit = 0;
    std::from_chars(raw.data(), raw.data() + std::min(raw.size(), kEscapeDigits), unit, 16);
    raw.remove_prefix(std::min(raw.size(), kEscapeDigits));
    return static_cast<char16_t>(unit);
}

void append_utf8(std::string& out, char32_t point) {
    const auto put = [&](char32_t bits) { out.push_back(static_cast<char>(bits)); };
    const auto rest = [&](unsigned shift) { put(0x80 | ((point >> shift) & 0x3f)); };
    if (point < 0x80) return put(point);
    if (point < 0x800) return put(0xc0 | point >> 6), rest(0);
    if (point < 0x10000) return put(0xe0 | point >> 12), rest(6), rest(0);
    put(0xf0 | point >> 18), rest(12), rest(6), rest(0);
}

// Decodes the code unit that follows "\u". A surrogate pair is decoded to one character.
void append_escaped(std::string& out, std::string_view& raw) {
    const char16_t first = take_unit(raw);
    const bool high = first >= 0xd800 && first < 0xdc00;
    if (!high || !raw.starts_with("\\u")) return append_utf8(out, first);
    raw.remove_prefix(2);
    const char16_t second = take_unit(raw);
    append_utf8(out, 0x10000 + ((first - 0xd800u) << 10) + (second - 0xdc00u));
}

std::string unescaped(std::string_view raw) {
    constexpr std::string_view kLetters = "bfnrt";
    constexpr std::string_view kMeant = "\b\f\n\r\t";
    std::string text;
    while (!raw.empty()) {
        const char c = raw.front();
        raw.remove_prefix(1);
        if (c != '\\' || raw.empty()) {
            text.push_back(c);
            continue;
        }
        const char letter = raw.front();
        raw.remove_prefix(1);
        const std::size_t known = kLetters.find(letter);
        if (letter == 'u')
            append_escaped(text, raw);
        else
            text.push_back(known == kLetters.npos ? letter : kMeant[known]);
    }
    return text;
}

// Consumes a string and returns its raw text. `json` starts after the opening quote.
std::string_view take_string(std::string_view& json) {
    std::size_t end = 0;
    while (end < json.size() && json[end] != '"')
        end += json[end] == '\\' ? 2 : 1;
    end = std::min(end, json.size());
    const std::string_view raw = json.substr(0, end);
    json.remove_prefix(std::min(end + 1, json.size()));
    return raw;
}

// In JSON a string is a member name exactly when a colon follows it.
bool colon_follows(std::string_view json) {
    const std::size_t at = json.find_first_not_of(" \t\r\n");
    return at != json.npos && json[at] == ':';
}

}  // namespace

std::optional<std::string> repeated_key(std::string_view json) {
    std::vector<std::set<std::string>> open;  // The member names of each open object.
    while (!json.empty()) {
        const char c = json.front();
        json.remove_prefix(1);
        if (c == '{') open.emplace_back();
        if (c == '}' && !open.empty()) open.pop_back();
        if (c != '"') continue;
        const std::string_view raw = take_string(json);
        if (!colon_follows(json) || open.empty()) continue;
        const auto [name, fresh] = open.back().insert(unescaped(raw));
        if (!fresh) return *name;
    }
    return std::nullopt;
}

}  // namespace onsale
