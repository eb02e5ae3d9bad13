#include "adapter/http/api/error/json_body.hpp"

#include <algorithm>

#include "adapter/http/transport/message/head_parser.hpp"
#include "codec/json_text.hpp"
#include "codec/object_reader.hpp"

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

bool is_json(std::string_view content_type) {
    return equals_ignoring_case(trimmed(content_type.substr(0, content_type.find(';'))),
                                "application/json");
}

Result<boost::json::object, BadQuery> json_body(const Request& request,
                                                std::initializer_list<std::string_view> fields) {
    if (!is_json(request.header("content-type")))
        return fail(BadQuery{ErrorCode::kUnsupportedMediaType});
    auto value = codec::parse_text(request.body, kDepthMax);
    if (!value)
        return fail(BadQuery{ErrorCode::kBadJson, shown_name(value.error().repeated.value_or(""))});
    codec::ObjectReader reader{*value};
    if (!reader.is_object()) return fail(BadQuery{ErrorCode::kBadJson});
    for (const std::string_view field : fields)
        reader.allow(field);
    if (const auto unknown = reader.problem())
        return fail(BadQuery{ErrorCode::kBadField, shown_name(unknown->field)});
    return std::move(value->get_object());
}

std::string text_field(const boost::json::object& object, std::string_view name) {
    return codec::ObjectReader{object}.get<std::string>(name).value_or("");
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

}  // namespace onsale::http
