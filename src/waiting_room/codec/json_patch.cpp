#include "waiting_room/codec/json_patch.hpp"

#include "base/time_text.hpp"

namespace onsale::waiting_room {

JsonPatch::JsonPatch(const boost::json::value& value, std::string path,
                     std::optional<SettingsProblem>& problem)
    : object_(value.if_object()), path_(std::move(path)), problem_(problem) {
    if (object_ == nullptr && !problem_) problem_ = SettingsProblem{path_, "must be an object"};
}

void JsonPatch::field(std::string_view name, std::string& value) {
    const boost::json::value* member = take(name);
    if (member == nullptr) return;
    const auto* text = member->if_string();
    if (text == nullptr) return refuse(name, "must be a text");
    value.assign(text->data(), text->size());
}

void JsonPatch::field(std::string_view name, bool& value) {
    const boost::json::value* member = take(name);
    if (member == nullptr) return;
    if (!member->is_bool()) return refuse(name, "must be true or false");
    value = member->get_bool();
}

void JsonPatch::field(std::string_view name, std::uint32_t& value) {
    const boost::json::value* member = take(name);
    if (member == nullptr) return;
    boost::json::error_code error;
    const auto number = member->to_number<std::uint32_t>(error);
    if (error || member->is_double())
        return refuse(name, "must be a whole number from 0 to 4294967295");
    value = number;
}

void JsonPatch::field(std::string_view name, Duration& value) {
    const boost::json::value* member = take(name);
    if (member == nullptr) return;
    const auto* text = member->if_string();
    const auto duration = text ? parse_duration(*text) : std::nullopt;
    if (!duration) return refuse(name, "must be a duration, like \"180s\"");
    value = *duration;
}

void JsonPatch::field(std::string_view name, Instant& value) {
    std::optional<Instant> instant = value;
    field(name, instant);
    if (problem_) return;
    if (!instant) return refuse(name, "cannot be unset");
    value = *instant;
}

void JsonPatch::field(std::string_view name, std::optional<Instant>& value) {
    const boost::json::value* member = take(name);
    if (member == nullptr) return;
    if (member->is_null()) return value.reset();
    const auto* text = member->if_string();
    const auto instant = text ? parse_iso_time(*text) : std::nullopt;
    if (!instant)
        return refuse(name, "must be a time with its offset, like \"2026-11-15T20:00:00+09:00\"");
    value = *instant;
}

const boost::json::value* JsonPatch::take(std::string_view name) {
    if (problem_) return nullptr;
    known_.insert(name);
    return object_->if_contains(name);
}

const boost::json::array* JsonPatch::take_rows(std::string_view name, std::size_t rows_max) {
    const boost::json::value* member = take(name);
    if (member == nullptr) return nullptr;
    const auto* list = member->if_array();
    if (list != nullptr && list->size() <= rows_max) return list;
    refuse(name, fmt::format("must be a list of at most {} objects", rows_max));
    return nullptr;
}

void JsonPatch::require(std::string_view name) {
    if (!problem_ && !object_->contains(name)) refuse(name, "is missing");
}

void JsonPatch::refuse_unknown() {
    if (problem_) return;
    for (const auto& member : *object_)
        if (!known_.contains(member.key())) return refuse(member.key(), "is not a known field");
}

void JsonPatch::refuse(std::string_view name, std::string message) {
    if (!problem_) problem_ = SettingsProblem{path_of(name), std::move(message)};
}

std::string JsonPatch::path_of(std::string_view name) const {
    return path_.empty() ? std::string{name} : fmt::format("{}.{}", path_, name);
}

}  // namespace onsale::waiting_room
