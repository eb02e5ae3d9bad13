#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "token/site/site_keys.hpp"
#include "token/site/site_token.hpp"

namespace onsale::token {

// Returns the payload of a site's token after verifying its signature with the key that it names
// and the algorithm of that key. The claims have not been checked.
Result<std::string, SiteTokenError> verified_payload(const SiteKeys& keys, std::string_view token);

}  // namespace onsale::token
