#include "codec/object_reader.hpp"

#include <algorithm>

#include "base/text/control_text.hpp"
#include "base/time_text.hpp"
#include "base/utf8.hpp"

namespace onsale::codec {
namespace {

namespace json = boost::json;

// RFC 6901: "~" and "/" in a name are escaped as "~0" and "~1".
std::string pointer_token(std::string_view name) {
    std::string token;
    for (const char c : name) {
        if (c == '~')
            token += "~0";
        else if (c == '/')
            token += "~1";
        else
            token += c;
    }
    return token;
}

}  // namespace

ObjectReader::ObjectReader(const json::value& value, const Dialect& dialect)
    : object_(value.if_object()), root_(*this), dialect_(dialect) {
    if (object_ == nullptr) add({"", "must be an object"});
}

ObjectReader::ObjectReader(const json::object& object, const Dialect& dialect)
    : object_(&object), root_(*this), dialect_(dialect) {}

ObjectReader::ObjectReader(const json::value& value, ObjectReader& parent, std::string path)
    : object_(value.if_object()), path_(std::move(path)), root_(parent.root_) {
    if (object_ == nullptr) add({path_, "must be an object"});
}

const json::array* ObjectReader::list(std::string_view name, std::size_t size_max) {
    const json::value* const member = take(name);
    if (member == nullptr) return nullptr;
    return array_in(name, *member, {1, size_max}, "must be a list of 1 to {} entries");
}

void ObjectReader::require(std::string_view name) {
    if (object_ != nullptr && !object_->contains(name)) refuse(name, "is missing");
}

std::vector<Problem> ObjectReader::problems() {
    refuse_unknown();
    return std::move(problems_);
}

std::optional<Problem> ObjectReader::problem() {
    auto found = problems();
    return found.empty() ? std::nullopt : std::optional{std::move(found.front())};
}

bool ObjectReader::read(std::string_view name, const json::value& member, bool& value) {
    const bool* const flag = member.if_bool();
    if (flag != nullptr)
        value = *flag;
    else
        refuse(name, "must be true or false");
    return flag != nullptr;
}

bool ObjectReader::read(std::string_view name, const json::value& member, std::string& value) {
    const auto* const text = member.if_string();
    if (text != nullptr)
        value = std::string{*text};
    else
        refuse(name, "must be a text");
    return text != nullptr;
}

bool ObjectReader::read(std::string_view name, const json::value& member, std::string& value,
                        AtMost max) {
    const auto* const text = member.if_string();
    const bool fits = text != nullptr && characters(*text) <= max.size;
    if (fits)
        value = std::string{*text};
    else
        refuse(name, fmt::format("must be a text of at most {} characters", max.size));
    return fits;
}

bool ObjectReader::read(std::string_view name, const json::value& member, std::string& value,
                        Line max) {
    const auto* const text = member.if_string();
    const bool fits = text != nullptr && !text->empty() && characters(*text) <= max.size &&
                      !has_control_characters(*text);
    if (fits)
        value = std::string{*text};
    else
        refuse(name, fmt::format("must be a text of 1 to {} characters without control characters",
                                 max.size));
    return fits;
}

bool ObjectReader::read(std::string_view name, const json::value& member, Duration& value) {
    return parse(name, member, value, parse_duration, "must be a duration, like \"180s\"");
}

bool ObjectReader::read(std::string_view name, const json::value& member, Duration& value,
                        DurationRange range) {
    const auto* const text = member.if_string();
    const auto duration = text != nullptr ? parse_duration(*text) : std::nullopt;
    const bool fits = duration && *duration >= range.min && *duration <= range.max;
    if (fits)
        value = *duration;
    else
        add({path_of(name),
             fmt::format(fmt::runtime(root_.dialect_.duration), format_duration(range.min),
                         format_duration(range.max)),
             duration.has_value()});
    return fits;
}

bool ObjectReader::read(std::string_view name, const json::value& member, Instant& value) {
    const std::string_view wanted =
        member.is_null() ? "cannot be unset"
                         : "must be a time with its offset, like \"2026-11-15T20:00:00+09:00\"";
    return parse(name, member, value, parse_iso_time, wanted);
}

bool ObjectReader::read(std::string_view name, const json::value& member,
                        std::optional<Instant>& value) {
    Instant instant;
    const bool set = !member.is_null();
    if (set && !read(name, member, instant)) return false;
    value = set ? std::optional{instant} : std::nullopt;
    return true;
}

bool ObjectReader::read(std::string_view name, const json::value& member,
                        std::vector<std::string>& value, AtMost max) {
    const auto* const list =
        array_in(name, member, {0, max.size}, "must be a list of at most {} texts");
    if (list == nullptr) return false;
    std::vector<std::string> texts;
    for (const json::value& item : *list)
        if (const auto* const text = item.if_string()) texts.emplace_back(*text);
    if (texts.size() != list->size()) {
        refuse(name, "must be a list of texts");
        return false;
    }
    value = std::move(texts);
    return true;
}

bool ObjectReader::read(std::string_view name, const json::value& member, TextsByName& value,
                        AtMost max) {
    const auto* const object = member.if_object();
    TextsByName texts;
    if (object != nullptr && object->size() <= max.size)
        for (const auto& item : *object)
            if (const auto* const text = item.value().if_string())
                texts.emplace_back(item.key(), *text);
    const bool fits = object != nullptr && texts.size() == object->size();
    if (fits)
        value = std::move(texts);
    else
        refuse(name, fmt::format("must be an object of at most {} texts", max.size));
    return fits;
}

const json::value* ObjectReader::take(std::string_view name) {
    if (object_ == nullptr || full()) return nullptr;
    known_.push_back(name);
    return object_->if_contains(name);
}

const json::array* ObjectReader::array_in(std::string_view name, const json::value& member,
                                          Sizes sizes, std::string_view wanted) {
    const auto* const list = member.if_array();
    if (list != nullptr && list->size() >= sizes.min && list->size() <= sizes.max) return list;
    refuse(name, fmt::format(fmt::runtime(wanted), sizes.max));
    return nullptr;
}

std::optional<std::int64_t> ObjectReader::whole_number(std::string_view name,
                                                       const json::value& member,
                                                       NumberRange range) {
    json::error_code error;
    const auto number = member.to_number<std::int64_t>(error);
    const bool whole = !error && (root_.dialect_.takes_fractions || !member.is_double());
    if (whole && number >= range.min && number <= range.max) return number;
    refuse(name, fmt::format("must be a whole number from {} to {}", range.min, range.max));
    return std::nullopt;
}

void ObjectReader::refuse_unknown() {
    if (object_ == nullptr || root_.dialect_.ignores_unknown) return;
    for (const auto& member : *object_) {
        if (full()) return;
        const std::string_view name = member.key();
        if (std::ranges::find(known_, name) == known_.end()) refuse(name, root_.dialect_.unknown);
    }
}

void ObjectReader::add(Problem problem) {
    if (!full()) root_.problems_.push_back(std::move(problem));
}

std::string ObjectReader::path_of(std::string_view name) const {
    if (root_.dialect_.json_pointers) return path_ + "/" + pointer_token(name);
    return path_.empty() ? std::string{name} : fmt::format("{}.{}", path_, name);
}

std::string ObjectReader::path_of(std::string_view name, std::size_t index) const {
    const char* const form = root_.dialect_.json_pointers ? "{}/{}" : "{}[{}]";
    return fmt::format(fmt::runtime(form), path_of(name), index);
}

}  // namespace onsale::codec
