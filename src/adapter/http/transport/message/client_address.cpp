#include "adapter/http/transport/message/client_address.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <ranges>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "adapter/http/transport/message/head_parser.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kMappedPrefixBytes = 12;  // ::ffff: before an IPv4 address.
constexpr int kMappedPrefixBits = 96;
constexpr int kAddressBits = 128;
constexpr int kV4Bits = 32;

ClientAddress mapped(const void* four_bytes) {
    ClientAddress address;
    address.bytes[10] = address.bytes[11] = 0xff;
    std::memcpy(address.bytes.data() + kMappedPrefixBytes, four_bytes, 4);
    return address;
}

bool is_mapped(const ClientAddress& address) {
    static const ClientAddress kZero = mapped("\0\0\0\0");
    return std::equal(address.bytes.begin(), address.bytes.begin() + kMappedPrefixBytes,
                      kZero.bytes.begin());
}

std::string_view without_port(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        return close == std::string_view::npos ? std::string_view{} : text.substr(1, close - 1);
    }
    const bool one_colon = std::ranges::count(text, ':') == 1;
    return one_colon ? text.substr(0, text.find(':')) : text;
}

bool shares_prefix(const ClientAddress& left, const ClientAddress& right, int bits) {
    for (std::size_t i = 0; bits > 0; ++i, bits -= 8) {
        const int keep = std::min(bits, 8);
        const auto mask = static_cast<std::uint8_t>(0xff << (8 - keep));
        if ((left.bytes[i] & mask) != (right.bytes[i] & mask)) return false;
    }
    return true;
}

// Removes and returns the last element of a comma-separated list.
std::string_view pop_last(std::string_view& list) {
    const std::size_t comma = list.rfind(',');
    const bool only = comma == std::string_view::npos;
    const std::string_view last = only ? list : list.substr(comma + 1);
    list = only ? std::string_view{} : list.substr(0, comma);
    return trimmed(last);
}

}  // namespace

std::optional<ClientAddress> parse_address(std::string_view text) {
    const std::string_view literal = without_port(text);
    char buffer[INET6_ADDRSTRLEN] = {};
    if (literal.empty() || literal.size() >= sizeof buffer) return std::nullopt;
    std::memcpy(buffer, literal.data(), literal.size());
    in_addr v4{};
    if (inet_pton(AF_INET, buffer, &v4) == 1) return mapped(&v4);
    ClientAddress v6;
    if (inet_pton(AF_INET6, buffer, v6.bytes.data()) == 1) return v6;
    return std::nullopt;
}

ClientAddress address_of(const sockaddr& peer) {
    ClientAddress address;
    if (peer.sa_family == AF_INET) {
        sockaddr_in v4;
        std::memcpy(&v4, &peer, sizeof v4);
        return mapped(&v4.sin_addr);
    }
    if (peer.sa_family == AF_INET6) {
        sockaddr_in6 v6;
        std::memcpy(&v6, &peer, sizeof v6);
        std::memcpy(address.bytes.data(), &v6.sin6_addr, address.bytes.size());
    }
    return address;
}

std::uint64_t limiter_key(const ClientAddress& address) {
    std::uint64_t key = 0;
    // The last bytes of a mapped IPv4 address vary, the first bytes of an IPv6 address.
    const std::size_t offset = is_mapped(address) ? 8 : 0;
    std::memcpy(&key, address.bytes.data() + offset, sizeof key);
    return key;
}

std::string to_string(const ClientAddress& address) {
    char buffer[INET6_ADDRSTRLEN] = {};
    if (is_mapped(address)) {
        inet_ntop(AF_INET, address.bytes.data() + kMappedPrefixBytes, buffer, sizeof buffer);
    } else {
        inet_ntop(AF_INET6, address.bytes.data(), buffer, sizeof buffer);
    }
    return buffer;
}

TrustedProxies::TrustedProxies(std::span<const std::string> blocks) {
    for (const std::string& text : blocks) {
        const std::size_t slash = text.find('/');
        const auto base = parse_address(std::string_view{text}.substr(0, slash));
        const int offset = base && is_mapped(*base) ? kMappedPrefixBits : 0;
        int bits = kAddressBits - offset;
        bool good = base.has_value();
        if (good && slash != std::string::npos) {
            const char* end = text.data() + text.size();
            const auto read = std::from_chars(text.data() + slash + 1, end, bits);
            good = read.ec == std::errc{} && read.ptr == end && bits >= 0 &&
                   bits <= (offset > 0 ? kV4Bits : kAddressBits);
        }
        if (!good) {
            throw std::invalid_argument("trusted_proxies: '" + text +
                                        "' is no address or block; write e.g. \"10.0.0.0/8\"");
        }
        blocks_.push_back({*base, bits + offset});
    }
}

bool TrustedProxies::contains(const ClientAddress& address) const {
    return std::ranges::any_of(blocks_, [&](const Block& block) {
        return shares_prefix(block.base, address, block.prefix_bits);
    });
}

ClientAddress TrustedProxies::client_of(const ClientAddress& peer,
                                        std::span<const Header> headers) const {
    ClientAddress nearest = peer;
    // Repeated headers form one list, in order.
    for (const Header& header : headers | std::views::reverse) {
        if (!equals_ignoring_case(header.name, "x-forwarded-for")) continue;
        std::string_view list = header.value;
        while (!list.empty()) {
            const auto hop = parse_address(pop_last(list));
            // No address: nothing to the left can be trusted, so the hop that sent it is the
            // client.
            if (!hop) return nearest;
            nearest = *hop;
            if (!contains(nearest)) return nearest;
        }
    }
    return nearest;
}

bool forwarded_as_https(std::span<const Header> headers) {
    for (const Header& header : headers | std::views::reverse) {
        if (!equals_ignoring_case(header.name, "x-forwarded-proto")) continue;
        std::string_view list = header.value;
        return equals_ignoring_case(pop_last(list), "https");
    }
    return false;
}

}  // namespace onsale::http
