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

// Settings of a listener. The defaults are meant for a public listener.
struct TransportConfig {
    // TCP address: an address literal and a port (0 takes a free one).
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;
    // If not empty: a unix-domain socket instead, which only its owner may open (mode 0600).
    std::string unix_path{};
    // Enables TLS when set; may be shared by all loops.
    std::shared_ptr<const TlsContext> tls{};

    // Proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Request-Id are trusted.
    TrustedProxies trusted_proxies{};

    HeadLimits head{};
    std::size_t body_max = 64 * 1024;
    // Maximum number of unsent bytes of an event stream. A slower client is disconnected.
    std::size_t stream_unsent_max = 16 * 1024;
    // Listeners with the same counter share the caps below. Without one a listener counts alone.
    std::shared_ptr<OpenConnections> counted_in{};
    // Connections beyond this are answered 503 and closed. At least one.
    std::size_t connections_max = 100'000;
    // Connections from one address (IPv6: one /64) beyond this are answered 429 and closed. At
    // least one. Trusted proxies and the unix socket are exempt. The limit is high, because
    // carriers put thousands of subscribers behind one address.
    std::size_t connections_per_address_max = 1'000;
    int backlog = 4'096;

    // Measured from accept, or from the first byte of a later request, until its head is complete.
    Duration head_deadline{10'000};
    // Minimum rate of a body after the grace period. A slower request is refused.
    std::uint32_t body_bytes_per_second_min = 500;
    Duration body_grace{5'000};
    Duration idle_timeout{75'000};
    // The connection is closed when the client accepts no byte of an answer for this long.
    Duration write_stall_timeout{30'000};
    // Maximum time that drain() waits for requests in flight.
    Duration drain_deadline{10'000};

    // First request id; give each loop its own range.
    std::uint64_t request_id_base = 0;
    // Maximum number of logged refusals per second and code. More are only counted.
    std::uint32_t refusal_lines_per_second = 5;
};

}  // namespace onsale::http
