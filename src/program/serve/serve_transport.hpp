#pragma once

#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/transport/socket/transport_config.hpp"
#include "program/config/config.hpp"
#include "token/site/site_token.hpp"

namespace onsale::program {

// Settings of the listeners. The caller sets TLS and the shared connection counter.
http::TransportConfig guest_transport(const Config& config, std::size_t loop);
http::TransportConfig admin_transport(const Config& config);
http::TransportConfig local_transport(const Config& config);
// Rates of guests, shared by all loops.
http::GuestRates guest_rates(const Config& config);
// How tokens of the embedding site are checked.
token::SiteTokenRules site_token_rules(const IdentityConfig& config);
// Settings of the guest site. The caller sets identity and keys.
http::GuestSiteConfig guest_site_config(const Config& config);

}  // namespace onsale::program
