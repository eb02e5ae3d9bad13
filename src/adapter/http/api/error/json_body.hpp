#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "adapter/http/api/error/bad_query.hpp"
#include "adapter/http/transport/message/request.hpp"
#include "base/result.hpp"

namespace onsale::http {

bool is_json(std::string_view content_type);

// Parses the body as a JSON object. Only these fields are allowed, each at most once.
Result<boost::json::object, BadQuery> json_body(const Request& request,
                                                std::initializer_list<std::string_view> fields);

// A text field; empty when absent or of another type.
std::string text_field(const boost::json::object& object, std::string_view name);

// The key of an event or a performance, or the name of a provider: a-z, 0-9 and '-', 1 to 40.
bool is_key(std::string_view text);
Result<std::string, BadQuery> key_field(const boost::json::object& object, std::string_view name);

}  // namespace onsale::http
