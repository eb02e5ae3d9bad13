#pragma once

#include "adapter/http/guest/guest_site.hpp"
#include "adapter/http/transport/socket/transport_config.hpp"
#include "program/config/config.hpp"

namespace onsale::program {

// What the listener of one loop is told; TLS and the count that loops share are filled in by the
// caller.
http::TransportConfig guest_transport(const Config& config, std::size_t loop);
http::TransportConfig admin_transport(const Config& config);
http::TransportConfig local_transport(const Config& config);
// What guests may do, whichever loop serves them.
http::GuestRates guest_rates(const Config& config);
// The limits of one of `loops` loops; identity and keys are filled in by the caller.
http::GuestSiteConfig guest_site_config(const Config& config);

}  // namespace onsale::program
