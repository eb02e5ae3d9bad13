#include "adapter/http/operator/call/admin_body.hpp"

#include <algorithm>

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include "base/control_text.hpp"
#include "base/json_keys.hpp"
#include "base/utf8.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;

// The deepest valid body (settings, rules, pollSteps, a row) has four levels.
constexpr std::size_t kDepthMax = 8;

}  // namespace

AdminBody::AdminBody(const json::value& body) : object_(body.if_object()) {
    if (object_ == nullptr)
        problem_ =
            AdminRefusal{ErrorCode::kBadJson, {{"message", "the body must be a JSON object"}}};
}

const json::value* AdminBody::take(std::string_view name) {
    known_.insert(name);
    return problem_ ? nullptr : object_->if_contains(name);
}

std::optional<bool> AdminBody::flag(std::string_view name) {
    const json::value* const member = take(name);
    if (member == nullptr) return std::nullopt;
    if (member->is_bool()) return member->get_bool();
    refuse(name, "must be true or false");
    return std::nullopt;
}

std::optional<std::uint32_t> AdminBody::number(std::string_view name, NumberRange range) {
    const json::value* const member = take(name);
    if (member == nullptr) return std::nullopt;
    const auto* const value = member->if_int64();
    if (value != nullptr && *value >= range.low && *value <= range.high)
        return static_cast<std::uint32_t>(*value);
    refuse(name, fmt::format("must be a whole number from {} to {}", range.low, range.high));
    return std::nullopt;
}

std::optional<std::int64_t> AdminBody::amount(std::string_view name, std::int64_t high) {
    const json::value* const member = take(name);
    if (member == nullptr) return std::nullopt;
    const auto* const value = member->if_int64();
    if (value != nullptr && *value >= 0 && *value <= high) return *value;
    refuse(name, fmt::format("must be a whole number from 0 to {}", high));
    return std::nullopt;
}

std::optional<std::string> AdminBody::text(std::string_view name, std::size_t size_max) {
    const json::value* const member = take(name);
    if (member == nullptr) return std::nullopt;
    const auto* const value = member->if_string();
    if (value != nullptr && !value->empty() && characters(*value) <= size_max &&
        !has_control_characters(*value))
        return std::string{*value};
    refuse(name, fmt::format("must be a text of 1 to {} characters without control characters",
                             size_max));
    return std::nullopt;
}

const json::array* AdminBody::list(std::string_view name, std::size_t size_max) {
    const json::value* const member = take(name);
    if (member == nullptr) return nullptr;
    const auto* const value = member->if_array();
    if (value != nullptr && !value->empty() && value->size() <= size_max) return value;
    refuse(name, fmt::format("must be a list of 1 to {} entries", size_max));
    return nullptr;
}

void AdminBody::refuse(std::string_view name, std::string_view message) {
    if (!problem_) problem_ = bad_field(name, message);
}

void AdminBody::refuse_guest(std::string_view name, std::string_view message) {
    if (problem_) return;
    refuse(name, message);
    problem_->code = ErrorCode::kGuestNotFound;
}

std::optional<AdminRefusal> AdminBody::problem() {
    if (problem_) return problem_;
    for (const auto& member : *object_)
        if (!known_.contains(member.key())) refuse(member.key(), "is not a field of this call");
    return problem_;
}

bool is_json(std::string_view content_type) {
    constexpr std::string_view kWanted = "application/json";
    std::string_view type = content_type.substr(0, content_type.find(';'));
    while (type.ends_with(' ') || type.ends_with('\t'))
        type.remove_suffix(1);
    const auto same = [](char given, char wanted) {
        return (given >= 'A' && given <= 'Z' ? given + ('a' - 'A') : given) == wanted;
    };
    return std::ranges::equal(type, kWanted, same);
}

Result<json::value, AdminRefusal> parse_admin_body(std::string_view content_type,
                                                   std::string_view body) {
    if (!is_json(content_type)) return fail(AdminRefusal{ErrorCode::kUnsupportedMediaType});
    json::error_code error;
    json::parse_options options;
    options.max_depth = kDepthMax;
    json::value value = json::parse(body, error, {}, options);
    if (error) return fail(AdminRefusal{ErrorCode::kBadJson, {{"message", error.message()}}});
    if (const auto name = repeated_key(body))
        return fail(AdminRefusal{ErrorCode::kBadJson,
                                 {{"field", *name}, {"message", "stands twice in one object"}}});
    return value;
}

}  // namespace onsale::http
