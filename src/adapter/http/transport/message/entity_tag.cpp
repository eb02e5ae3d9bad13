#include "adapter/http/transport/message/entity_tag.hpp"

#include <algorithm>

#include "adapter/http/transport/message/head_parser.hpp"

namespace onsale::http {

bool names_tag(std::string_view if_none_match, std::string_view tag) {
    if (trimmed(if_none_match) == "*") return true;
    while (!if_none_match.empty()) {
        // Our own tags contain no comma. A foreign tag with a comma is split and matches none of
        // ours.
        const std::size_t comma = std::min(if_none_match.find(','), if_none_match.size());
        std::string_view one = trimmed(if_none_match.substr(0, comma));
        if (one.starts_with("W/")) one.remove_prefix(2);
        if (one == tag) return true;
        if_none_match.remove_prefix(std::min(comma + 1, if_none_match.size()));
    }
    return false;
}

}  // namespace onsale::http
