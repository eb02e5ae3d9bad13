#include "adapter/http/api/error/json_body.hpp"

#include <algorithm>

#include <boost/json/parse.hpp>

#include "adapter/http/transport/message/head_parser.hpp"
#include "base/json_keys.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kDepthMax = 4;

// Shortens a client's field name for the answer. No character is cut in two.
std::string shown_name(std::string_view name) {
    constexpr std::size_t kShownMax = 64;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    std::size_t size = std::min(name.size(), kShownMax);
    while (size > 0 && size < name.size() && continues(name[size]))
        --size;
    return std::string{name.substr(0, size)};
}

}  // namespace

Result<boost::json::object, BadQuery> json_body(const Request& request,
                                                std::initializer_list<std::string_view> fields) {
    const std::string_view type = request.header("content-type");
    if (!equals_ignoring_case(trimmed(type.substr(0, type.find(';'))), "application/json"))
        return fail(BadQuery{ErrorCode::kUnsupportedMediaType});
    boost::json::parse_options options;
    options.max_depth = kDepthMax;
    boost::system::error_code error;
    auto value = boost::json::parse(
        boost::json::string_view{request.body.data(), request.body.size()}, error, {}, options);
    if (error || !value.is_object()) return fail(BadQuery{ErrorCode::kBadJson});
    if (const auto name = repeated_key(request.body))
        return fail(BadQuery{ErrorCode::kBadJson, shown_name(*name)});
    for (const auto& member : value.get_object()) {
        const std::string_view name{member.key().data(), member.key().size()};
        if (std::ranges::find(fields, name) == fields.end())
            return fail(BadQuery{ErrorCode::kBadField, shown_name(name)});
    }
    return std::move(value.get_object());
}

std::string text_field(const boost::json::object& object, std::string_view name) {
    const auto* const value = object.if_contains({name.data(), name.size()});
    if (value == nullptr || !value->is_string()) return {};
    const auto& text = value->get_string();
    return {text.data(), text.size()};
}

bool is_key(std::string_view text) {
    constexpr std::size_t kKeyMax = 40;
    return !text.empty() && text.size() <= kKeyMax && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

Result<std::string, BadQuery> key_field(const boost::json::object& object, std::string_view name) {
    std::string key = text_field(object, name);
    if (!is_key(key)) return fail(BadQuery{ErrorCode::kBadField, std::string{name}});
    return key;
}

std::optional<std::int64_t> number_in(const boost::json::value& value, std::int64_t max) {
    const auto* const number = value.if_int64();
    if (number == nullptr || *number < 0 || *number > max) return std::nullopt;
    return *number;
}

}  // namespace onsale::http
