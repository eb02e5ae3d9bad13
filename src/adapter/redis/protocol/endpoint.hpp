#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::redis {

// The address on which a server listens. An empty host means the host of the node that reported it.
struct Endpoint {
    std::string host;
    std::uint16_t port = 0;

    friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

// Parses "host:port". The last colon separates, so an IPv6 address needs no brackets.
std::optional<Endpoint> parse_endpoint(std::string_view text);
std::string to_text(const Endpoint& endpoint);
// Fills in an empty host. Redis omits the host if it is the host of the node that was asked.
Endpoint with_host(Endpoint endpoint, const std::string& asked_host);

}  // namespace onsale::redis
