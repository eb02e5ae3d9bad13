#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "token/site/site_keys.hpp"
#include "token/site/site_token.hpp"

namespace onsale::token {

// The payload of a site's token, once its signature holds under the key it names and that key's own
// algorithm. Nothing of the claims has been looked at yet.
Result<std::string, SiteTokenError> verified_payload(const SiteKeys& keys, std::string_view token);

}  // namespace onsale::token
