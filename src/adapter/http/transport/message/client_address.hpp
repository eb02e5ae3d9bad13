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

// Parses an IPv4 or IPv6 literal. A port after it ("1.2.3.4:80", "[::1]:80") is dropped.
std::optional<ClientAddress> parse_address(std::string_view text);

// The peer of a TCP socket; all zero for other families.
ClientAddress address_of(const sockaddr& peer);

// The key that limits count by: the whole IPv4 address, or the /64 of an IPv6 address. A single
// subscriber owns at least a /64 and could otherwise use a fresh address for every call.
std::uint64_t limiter_key(const ClientAddress& address);

std::string to_string(const ClientAddress& address);

// The proxies whose forwarding headers are trusted.
class TrustedProxies {
  public:
    TrustedProxies() = default;

    // Each entry is an address or a CIDR block. Throws std::invalid_argument naming an invalid one.
    explicit TrustedProxies(std::span<const std::string> blocks);

    bool contains(const ClientAddress& address) const;

    // The client's own address. REQUIRES: `peer` is a trusted proxy. Walks X-Forwarded-For from the
    // right, because each proxy appends the address of its peer. The first address that is not a
    // trusted proxy is the client. The client can forge everything left of it.
    ClientAddress client_of(const ClientAddress& peer, std::span<const Header> headers) const;

  private:
    struct Block {
        ClientAddress base;
        int prefix_bits;
    };
    std::vector<Block> blocks_;
};

// Whether the nearest trusted proxy reports that the client used TLS.
bool forwarded_as_https(std::span<const Header> headers);

}  // namespace onsale::http
