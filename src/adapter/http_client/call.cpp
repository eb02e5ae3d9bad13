#include "adapter/http_client/call.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"

namespace onsale::http_client {
bool same_name(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, ascii_lower, ascii_lower);
}

std::string_view Answer::header(std::string_view name) const {
    const auto found = std::ranges::find_if(
        headers, [&](const Header& header) { return same_name(header.name, name); });
    return found == headers.end() ? std::string_view{} : std::string_view{found->value};
}

}  // namespace onsale::http_client
