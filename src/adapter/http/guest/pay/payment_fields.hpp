#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onsale::http {

using FormFields = std::vector<std::pair<std::string, std::string>>;

// Fields of a query or a form as a payment provider's page sends them: all of them, in order, also
// repeated ones. Nothing on a broken escape or more than 64.
std::optional<FormFields> form_fields(std::string_view text);

}  // namespace onsale::http
