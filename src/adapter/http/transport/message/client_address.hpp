#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapter/http/transport/message/request.hpp"

struct sockaddr;

namespace onsale::http {

// An IPv4 or IPv6 literal; a port after it ("1.2.3.4:80", "[::1]:80") is dropped.
std::optional<ClientAddress> parse_address(std::string_view text);

// The peer of a TCP socket; all zero for other families.
ClientAddress address_of(const sockaddr& peer);

// What limits count by: the whole IPv4 address, or the /64 of an IPv6 one, for a single subscriber
// owns at least a /64 and could otherwise use a fresh address for every call.
std::uint64_t limiter_key(const ClientAddress& address);

std::string to_string(const ClientAddress& address);

// The proxies whose forwarding headers are believed.
class TrustedProxies {
  public:
    TrustedProxies() = default;

    // Each entry is an address or a CIDR block. Throws std::invalid_argument naming a bad one.
    explicit TrustedProxies(std::span<const std::string> blocks);

    bool contains(const ClientAddress& address) const;

    // Who really asks. REQUIRES: `peer` is a trusted proxy. Walks X-Forwarded-For from the right,
    // as each proxy appends whom it heard: the first address that is no trusted proxy is the
    // client, and everything left of it is text of its own choosing.
    ClientAddress client_of(const ClientAddress& peer, std::span<const Header> headers) const;

  private:
    struct Block {
        ClientAddress base;
        int prefix_bits;
    };
    std::vector<Block> blocks_;
};

// Whether the nearest trusted proxy says that the client came by TLS.
bool forwarded_as_https(std::span<const Header> headers);

}  // namespace onsale::http
