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

// "127.0.0.1:8080" or "[::1]:8080".
std::optional<ListenAddress> parse_listen_address(std::string_view text);

// Whether an address as above can be reached from the public network: neither this machine's own
// nor one of a private network. All addresses (0.0.0.0, ::) and names count as public.
bool is_public(std::string_view listen);

}  // namespace onsale::program
