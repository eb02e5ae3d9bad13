#include "program/cli/cli_print.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <vector>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace onsale::program {
namespace {

namespace json = boost::json;

constexpr std::size_t kIndent = 2;
// Marks that reorder the displayed text, as UTF-8: U+200E to F, U+202A to E, U+2066 to 9, U+061C.
constexpr std::array<std::string_view, 12> kBidiMarks = {"\u200e", "\u200f", "\u202a", "\u202b",
                                                         "\u202c", "\u202d", "\u202e", "\u2066",
                                                         "\u2067", "\u2068", "\u2069", "\u061c"};

bool is_scalar(const json::value& value) {
    return !value.is_object() && !value.is_array();
}

bool is_table(const json::value& value) {
    const auto* rows = value.if_array();
    return rows != nullptr && !rows->empty() && std::ranges::all_of(*rows, &json::value::is_object);
}

// Codes and values repeat the sentence beside them, for pages in other languages.
bool is_said_in_words(const json::object& object, std::string_view name) {
    if (name == "effects") return object.contains("effect");
    const bool has_words = object.contains("detail") || object.contains("text");
    return (name == "code" || name == "values") && has_words && object.contains("values");
}

std::string scalar_text(const json::value& value) {
    if (value.is_null()) return "-";
    if (const auto* text = value.if_string()) return text->empty() ? "-" : printable(*text);
    return json::serialize(value);
}

// Number of terminal columns: continuation bytes of UTF-8 take no column.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t width) {
    const std::size_t has = width_of(text);
    text.append(width > has ? width - has : 0, ' ');
    return text;
}

using Row = std::vector<std::string>;

void print_rows(std::ostream& out, const std::vector<Row>& rows, std::size_t indent) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    for (const Row& row : rows) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < row.size(); ++i)
            line += padded(row[i], widths[i] + kIndent);
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

// The columns are the scalar members of all rows, in order of first appearance.
void print_table(std::ostream& out, const json::array& list, std::size_t indent) {
    Row names;
    for (const json::value& object : list)
        for (const auto& member : object.get_object())
            if (is_scalar(member.value()) && !is_said_in_words(object.get_object(), member.key()) &&
                std::ranges::find(names, member.key()) == names.end())
                names.emplace_back(member.key());
    std::vector<Row> rows = {names};
    for (const json::value& object : list) {
        Row row;
        for (const std::string& name : names) {
            const json::value* value = object.get_object().if_contains(name);
            row.push_back(value != nullptr && is_scalar(*value) ? scalar_text(*value) : "-");
        }
        rows.push_back(std::move(row));
    }
    for (std::string& name : rows.front())
        name = printable(name);
    print_rows(out, rows, indent);
}

// Text up to this length is not split into lines.
constexpr std::size_t kShortLine = 70;

std::string pretty_at(const json::value& value, std::size_t indent) {
    const std::string flat = json::serialize(value);
    if (is_scalar(value) || flat.size() <= kShortLine) return flat;
    const std::string inner(indent + kIndent, ' ');
    std::string lines;
    const auto add = [&](const std::string& line) {
        lines += (lines.empty() ? "\n" : ",\n") + inner + line;
    };
    const auto* const object = value.if_object();
    if (object != nullptr)
        for (const auto& member : *object)
            add(json::serialize(member.key()) + ": " + pretty_at(member.value(), indent + kIndent));
    else
        for (const json::value& item : value.get_array())
            add(pretty_at(item, indent + kIndent));
    const std::string end = "\n" + std::string(indent, ' ');
    return object != nullptr ? "{" + lines + end + "}" : "[" + lines + end + "]";
}

void print_at(std::ostream& out, const json::value& value, std::size_t indent);

void print_object(std::ostream& out, const json::object& object, std::size_t indent) {
    std::vector<Row> plain;
    for (const auto& member : object)
        if (is_scalar(member.value()))
            plain.push_back({printable(member.key()), scalar_text(member.value())});
    if (!plain.empty()) print_rows(out, plain, indent);
    for (const auto& member : object) {
        if (is_scalar(member.value()) || is_said_in_words(object, member.key())) continue;
        out << std::string(indent, ' ') << printable(member.key()) << '\n';
        print_at(out, member.value(), indent + kIndent);
    }
}

void print_at(std::ostream& out, const json::value& value, std::size_t indent) {
    if (const auto* object = value.if_object()) return print_object(out, *object, indent);
    if (is_table(value)) return print_table(out, value.get_array(), indent);
    const auto* list = value.if_array();
    if (list == nullptr || list->empty()) {
        out << std::string(indent, ' ') << (list ? "none" : scalar_text(value)) << '\n';
        return;
    }
    for (const json::value& item : *list)
        print_at(out, item, indent);
}

}  // namespace

void print_answer(std::ostream& out, std::string_view body, bool as_json) {
    json::error_code error;
    const json::value value = json::parse(body, error);
    if (as_json || error)
        out << (as_json ? std::string{body} : printable(body)) << (body.empty() ? "" : "\n");
    else
        print_value(out, value);
}

void print_value(std::ostream& out, const json::value& value, std::size_t indent) {
    const auto* object = value.if_object();
    // An object that only wraps a list, such as {"events": [...]}, is printed as the list.
    const bool wrapped =
        object != nullptr && object->size() == 1 && object->begin()->value().is_array();
    print_at(out, wrapped ? object->begin()->value() : value, indent);
}

std::string pretty(const json::value& value) {
    return pretty_at(value, 0) + "\n";
}

std::string printable(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const auto mark = std::ranges::find_if(
            kBidiMarks, [&](std::string_view candidate) { return text.starts_with(candidate); });
        const auto byte = static_cast<unsigned char>(text.front());
        // C2 80 to C2 9F are the control characters U+0080 to U+009F.
        const bool high_control =
            byte == 0xC2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xA0;
        const std::size_t length = mark != kBidiMarks.end() ? mark->size() : high_control ? 2 : 1;
        const bool unsafe = length > 1 || byte < 0x20 || byte == 0x7F;
        safe += unsafe ? "?" : std::string{text.substr(0, 1)};
        text.remove_prefix(length);
    }
    return safe;
}

}  // namespace onsale::program
