#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "adapter/http/api/error/bad_query.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "base/result.hpp"

namespace onsale::http {

// Parses the body as a JSON object. Only these fields are allowed, each at most once.
Result<boost::json::object, BadQuery> json_body(const Request& request,
                                                std::initializer_list<std::string_view> fields);

// A text field; empty when absent or of another type.
std::string text_field(const boost::json::object& object, std::string_view name);

// The key of an event or a performance, or the name of a provider: a-z, 0-9 and '-', 1 to 40.
bool is_key(std::string_view text);
Result<std::string, BadQuery> key_field(const boost::json::object& object, std::string_view name);

// A whole number from 0 to `max`; nothing for anything else.
std::optional<std::int64_t> number_in(const boost::json::value& value, std::int64_t max);

}  // namespace onsale::http
