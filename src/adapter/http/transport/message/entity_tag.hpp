#pragma once

#include <string_view>

namespace onsale::http {

// Whether an If-None-Match header matches this tag, which includes its quotes. The header is a list
// of strong or weak tags, compared alike (RFC 9110 13.1.2), or "*".
bool names_tag(std::string_view if_none_match, std::string_view tag);

}  // namespace onsale::http
