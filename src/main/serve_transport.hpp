#pragma once

#include <memory>

#include "adapter/http/guest_site.hpp"
#include "adapter/http/tls_context.hpp"
#include "adapter/http/transport_config.hpp"
#include "main/config.hpp"

namespace onsale {

// What one of `loops` listeners is told.
http::TransportConfig guest_transport(const Config& config, std::size_t loop, std::size_t loops,
                                      std::shared_ptr<const http::TlsContext> tls);
http::TransportConfig admin_transport(const Config& config);
http::TransportConfig local_transport(const Config& config);
// The limits of one of `loops` loops; identity and keys are filled in by the caller.
http::GuestSiteConfig guest_site_config(const Config& config, std::size_t loops);

}  // namespace onsale
