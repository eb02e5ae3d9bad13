#include "main/listen_address.hpp"

#include <charconv>

namespace onsale {

std::optional<ListenAddress> parse_listen_address(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == text.npos) return std::nullopt;
    std::string_view host = text.substr(0, colon);
    const bool bracketed = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
    // An IPv6 literal has colons of its own and so needs its brackets.
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

}  // namespace onsale
