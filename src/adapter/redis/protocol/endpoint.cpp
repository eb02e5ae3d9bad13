#include "adapter/redis/protocol/endpoint.hpp"

#include <charconv>

namespace onsale::redis {

std::optional<Endpoint> parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == text.npos) return std::nullopt;
    const std::string_view digits = text.substr(colon + 1);
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size() || port == 0)
        return std::nullopt;
    return Endpoint{std::string{text.substr(0, colon)}, port};
}

std::string to_text(const Endpoint& endpoint) {
    return endpoint.host + ":" + std::to_string(endpoint.port);
}

Endpoint with_host(Endpoint endpoint, const std::string& asked_host) {
    if (endpoint.host.empty()) endpoint.host = asked_host;
    return endpoint;
}

}  // namespace onsale::redis
