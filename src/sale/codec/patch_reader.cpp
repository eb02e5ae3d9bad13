#include "sale/codec/patch_reader.hpp"

#include <utility>

#include <boost/json/array.hpp>

#include "base/time_text.hpp"
#include "base/utf8.hpp"

namespace onsale::sale {

PatchReader::PatchReader(const boost::json::value& patch) : object_(patch.if_object()) {
    if (object_ == nullptr) problem_ = SaleProblem{"", "must be an object"};
}

const boost::json::value* PatchReader::take(std::string_view name) {
    known_.insert(name);
    return problem_ ? nullptr : object_->if_contains(name);
}

void PatchReader::read(std::string_view name, bool& value) {
    const boost::json::value* const member = take(name);
    if (member == nullptr) return;
    if (!member->is_bool()) return refuse(name, "must be true or false");
    value = member->get_bool();
}

void PatchReader::read(std::string_view name, std::uint32_t& value, Range<std::uint32_t> range) {
    const boost::json::value* const member = take(name);
    if (member == nullptr) return;
    boost::json::error_code error;
    const auto number = member->to_number<std::uint32_t>(error);
    if (error || member->is_double() || number < range.min || number > range.max)
        return refuse(name,
                      fmt::format("must be a whole number from {} to {}", range.min, range.max));
    value = number;
}

void PatchReader::read(std::string_view name, Duration& value, Range<Duration> range) {
    const boost::json::value* const member = take(name);
    if (member == nullptr) return;
    const auto* const text = member->if_string();
    const auto duration = text != nullptr ? parse_duration(*text) : std::nullopt;
    if (duration && *duration >= range.min && *duration <= range.max) {
        value = *duration;
        return;
    }
    auto words = fmt::format("must be a duration from {} to {}, like \"10m\"",
                             format_duration(range.min), format_duration(range.max));
    duration ? refuse_unfit(name, std::move(words)) : refuse(name, std::move(words));
}

void PatchReader::read(std::string_view name, std::string& value, std::size_t size_max) {
    if (auto given = text(name, size_max)) value = std::move(*given);
}

std::optional<std::string> PatchReader::text(std::string_view name, std::size_t size_max) {
    const boost::json::value* const member = take(name);
    if (member == nullptr) return std::nullopt;
    const auto* const given = member->if_string();
    if (given != nullptr && characters(*given) <= size_max) return std::string{*given};
    refuse(name, fmt::format("must be a text of at most {} characters", size_max));
    return std::nullopt;
}

void PatchReader::read(std::string_view name, std::optional<std::vector<std::string>>& value,
                       std::size_t size_max) {
    const boost::json::value* const member = take(name);
    if (member == nullptr) return;
    const auto* const list = member->if_array();
    if (list == nullptr || list->size() > size_max)
        return refuse(name, fmt::format("must be a list of at most {} texts", size_max));
    std::vector<std::string> texts;
    for (const boost::json::value& item : *list) {
        const auto* const text = item.if_string();
        if (text == nullptr) return refuse(name, "must be a list of texts");
        texts.emplace_back(*text);
    }
    value = std::move(texts);
}

void PatchReader::refuse(std::string_view name, std::string message) {
    if (!problem_) problem_ = SaleProblem{std::string{name}, std::move(message)};
}

void PatchReader::refuse_unfit(std::string_view name, std::string message) {
    if (!problem_) problem_ = SaleProblem{std::string{name}, std::move(message), true};
}

std::optional<SaleProblem> PatchReader::problem() {
    if (problem_) return problem_;
    for (const auto& member : *object_)
        if (!known_.contains(member.key())) refuse(member.key(), "is not a field of this call");
    return problem_;
}

}  // namespace onsale::sale
