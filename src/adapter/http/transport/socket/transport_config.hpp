#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "adapter/http/transport/message/client_address.hpp"
#include "adapter/http/transport/message/head_parser.hpp"
#include "base/time.hpp"

namespace onsale::http {

class OpenConnections;
class TlsContext;

// Everything a listener can be told. The defaults are what a public listener should run with.
struct TransportConfig {
    // Where to listen: an address literal and a port (0 takes a free one) ...
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;
    // ... or, when not empty, a unix-domain socket that only its owner may open (mode 0600).
    std::string unix_path{};
    // TLS with this context when set; may be shared by all loops.
    std::shared_ptr<const TlsContext> tls{};

    // Whose X-Forwarded-For, X-Forwarded-Proto and X-Request-Id are believed.
    TrustedProxies trusted_proxies{};

    HeadLimits head{};
    std::size_t body_max = 64 * 1024;
    // A client that does not read its events is dropped beyond this.
    std::size_t stream_unsent_max = 16 * 1024;
    // Listeners with the same count share the caps below; without one a listener counts alone.
    std::shared_ptr<OpenConnections> counted_in{};
    // More open connections are answered 503 and closed. At least one.
    std::size_t connections_max = 100'000;
    // More from one address (IPv6: one /64) are answered 429 and closed. At least one.
    // Trusted proxies and the unix socket are exempt. Generous, for carriers put thousands behind
    // one address.
    std::size_t connections_per_address_max = 1'000;
    int backlog = 4'096;

    // From accept, or from the first byte of a later request, until its head is complete.
    Duration head_deadline{10'000};
    // A body that is slower than this after the grace is cut off.
    std::uint32_t body_bytes_per_second_min = 500;
    Duration body_grace{5'000};
    Duration idle_timeout{75'000};
    // No byte of an answer taken by the client for so long ends the connection.
    Duration write_stall_timeout{30'000};
    // How long drain() waits for requests in flight.
    Duration drain_deadline{10'000};

    // Request ids count up from here; give each loop its own range.
    std::uint64_t request_id_base = 0;
    // Refusals of each code that are logged in a second; more are only counted.
    std::uint32_t refusal_lines_per_second = 5;
};

}  // namespace onsale::http
