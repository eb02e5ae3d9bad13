#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onsale::program {

struct ListenAddress {
    std::string host;  // An IPv6 literal without its brackets.
    std::uint16_t port = 0;
};

// Parses "127.0.0.1:8080" or "[::1]:8080".
std::optional<ListenAddress> parse_listen_address(std::string_view text);

// Whether the public network can reach the address: it is neither a loopback nor a private address.
// Wildcard addresses (0.0.0.0, ::) and names count as public.
bool is_public(std::string_view listen);

}  // namespace onsale::program
