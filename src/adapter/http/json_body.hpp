#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "adapter/http/api_error.hpp"
#include "adapter/http/request.hpp"
#include "base/result.hpp"

namespace onsale::http {

// The request's body as a JSON object with no other fields than these.
Result<boost::json::object, ErrorCode> json_body(const Request& request,
                                                 std::initializer_list<std::string_view> fields);

// A text field; empty when absent or of another type.
std::string text_field(const boost::json::object& object, std::string_view name);

}  // namespace onsale::http
