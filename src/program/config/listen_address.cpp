#include "program/config/listen_address.hpp"

#include <charconv>
#include <vector>

#include "adapter/http/transport/message/client_address.hpp"

namespace onsale::program {

std::optional<ListenAddress> parse_listen_address(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == text.npos) return std::nullopt;
    std::string_view host = text.substr(0, colon);
    const bool bracketed = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
    // An IPv6 literal contains colons, so it needs brackets.
    if (bracketed)
        host = host.substr(1, host.size() - 2);
    else if (host.empty() || host.find_first_of("[]:") != host.npos)
        return std::nullopt;
    ListenAddress parsed{std::string{host}, 0};
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, parsed.port);
    if (error != std::errc{} || rest != end) return std::nullopt;
    return parsed;
}

bool is_public(std::string_view listen) {
    static const std::vector<std::string> kPrivate = {
        "127.0.0.0/8",   "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
        "100.64.0.0/10", "::1",        "fc00::/7",      "fe80::/10"};
    const auto parsed = parse_listen_address(listen);
    const auto address = parsed ? http::parse_address(parsed->host) : std::nullopt;
    return !address || !http::TrustedProxies{kPrivate}.contains(*address);
}

}  // namespace onsale::program
