#include "codec/json_text.hpp"

#include <utility>

#include <boost/json/error.hpp>
#include <boost/json/parser.hpp>
#include <fmt/format.h>

#include "base/json_keys.hpp"

namespace onsale::codec {

namespace json = boost::json;

std::string BadJson::sentence() const {
    return repeated ? fmt::format("\"{}\" occurs twice in one object", *repeated)
                    : "not JSON that we read: " + message;
}

Result<json::value, BadJson> parse_text(std::string_view text, std::size_t depth_max) {
    json::parse_options options;
    options.max_depth = depth_max;
    json::parser parser{{}, options};
    json::error_code error;
    const std::size_t read = parser.write_some(text.data(), text.size(), error);
    if (!error && read < text.size()) error = json::make_error_code(json::error::extra_data);
    if (error) return fail(BadJson{error.message(), read});
    if (auto name = repeated_key(text)) return fail(BadJson{{}, read, std::move(name)});
    return parser.release();
}

}  // namespace onsale::codec
