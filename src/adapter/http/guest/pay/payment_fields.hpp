#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onsale::http {

using FormFields = std::vector<std::pair<std::string, std::string>>;

// All fields of a query or a form from a payment provider's page, in order, including repeated
// ones. Nothing on an invalid escape or more than 64 fields.
std::optional<FormFields> form_fields(std::string_view text);

}  // namespace onsale::http
