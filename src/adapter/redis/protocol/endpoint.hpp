#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::redis {

// Where a server listens. An empty host means the host of the node that said so.
struct Endpoint {
    std::string host;
    std::uint16_t port = 0;

    friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

// "host:port"; the last colon counts, so an IPv6 address needs no brackets.
std::optional<Endpoint> parse_endpoint(std::string_view text);
std::string to_text(const Endpoint& endpoint);
// Redis leaves the host out where it is that of the node asked.
Endpoint with_host(Endpoint endpoint, const std::string& asked_host);

}  // namespace onsale::redis
