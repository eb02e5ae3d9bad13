#pragma once

#include <optional>
#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "base/json_keys.hpp"

namespace onsale::token {

// The object of a text that others wrote. Nothing for another text, and for an object with a name
// that occurs twice: another reader might use the other member (RFC 7519 section 4).
inline std::optional<boost::json::object> object_in(std::string_view text) {
    boost::system::error_code error;
    const boost::json::value document = boost::json::parse({text.data(), text.size()}, error);
    if (error || !document.is_object() || repeated_key(text)) return std::nullopt;
    return document.get_object();
}

// Nothing unless the value is a text.
inline std::optional<std::string_view> text_of(const boost::json::value* value) {
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string_view{value->get_string()};
}

inline std::optional<std::string_view> text_at(const boost::json::object& object,
                                               std::string_view name) {
    return text_of(object.if_contains(name));
}

}  // namespace onsale::token
