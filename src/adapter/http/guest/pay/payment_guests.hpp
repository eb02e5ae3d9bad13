#pragma once

#include <vector>

#include "adapter/http/api/context/guest_identity.hpp"

namespace onsale::http {

// Everybody that a request shows to be, by what enter accepts as identity: the visitor's cookie,
// the embedding site's token, and the queue tokens, each of which names its guest. Orders are not
// asked for by event, so which of them counts is found by who owns the order. At most four, each
// once; never anything from a body or an address.
std::vector<GuestId> guests_in(const Request& request, const token::Keys& keys,
                               const SiteIdentitySource& site, Instant now);

}  // namespace onsale::http
