#include "adapter/http/json_body.hpp"

#include <algorithm>

#include <boost/json/parse.hpp>

#include "adapter/http/head_parser.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kDepthMax = 4;

}  // namespace

Result<boost::json::object, ErrorCode> json_body(const Request& request,
                                                 std::initializer_list<std::string_view> fields) {
    const std::string_view type = request.header("content-type");
    if (!equals_ignoring_case(trimmed(type.substr(0, type.find(';'))), "application/json"))
        return fail(ErrorCode::kUnsupportedMediaType);
    boost::json::parse_options options;
    options.max_depth = kDepthMax;
    boost::system::error_code error;
    auto value = boost::json::parse(
        boost::json::string_view{request.body.data(), request.body.size()}, error, {}, options);
    if (error || !value.is_object()) return fail(ErrorCode::kBadJson);
    for (const auto& member : value.get_object()) {
        const std::string_view name{member.key().data(), member.key().size()};
        if (std::ranges::find(fields, name) == fields.end()) return fail(ErrorCode::kBadField);
    }
    return std::move(value.get_object());
}

std::string text_field(const boost::json::object& object, std::string_view name) {
    const auto* const value = object.if_contains({name.data(), name.size()});
    if (value == nullptr || !value->is_string()) return {};
    const auto& text = value->get_string();
    return {text.data(), text.size()};
}

}  // namespace onsale::http
