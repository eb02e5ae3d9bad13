#pragma once

#include <string_view>

namespace onsale::http {

// Whether an If-None-Match header names this tag, which is written with its quotes: one of a list,
// strong or weak alike (RFC 9110 13.1.2), or "*".
bool names_tag(std::string_view if_none_match, std::string_view tag);

}  // namespace onsale::http
