#pragma once

#include <vector>

#include "adapter/http/api/context/guest_identity.hpp"

namespace onsale::http {

// All identities in a request, by the means that enter accepts: the visitor's cookie, the embedding
// site's token, and the queue tokens, each of which names its guest. Orders are not requested by
// event, so the owner of the order decides which identity counts. At most four, without duplicates;
// never anything from a body or an address.
std::vector<GuestId> guests_in(const Request& request, const token::Keys& keys,
                               const SiteIdentitySource& site, Instant now);

}  // namespace onsale::http
