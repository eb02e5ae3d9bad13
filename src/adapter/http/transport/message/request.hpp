#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace onsale::http {

enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kPatch, kDelete, kOptions, kOther };

// As the Allow header names it; GET implies HEAD.
std::string_view allow_word(Method method);

// An address in IPv6 form (IPv4 as ::ffff:a.b.c.d).
struct ClientAddress {
    std::array<std::uint8_t, 16> bytes{};

    friend constexpr auto operator<=>(const ClientAddress&, const ClientAddress&) = default;
};

struct Header {
    std::string_view name;  // As sent; compare without case.
    std::string_view value;
};

// One complete request. Every view points into the connection's buffer and dies when the handler
// returns: whoever answers later copies what it needs first.
struct Request {
    Method method = Method::kOther;
    std::string_view path;   // Before '?', as sent (still percent-encoded).
    std::string_view query;  // After '?', without it.
    std::span<const Header> headers;
    std::string_view body;
    ClientAddress client;         // After trusted proxies were peeled off.
    bool secure = false;          // TLS here, or a trusted proxy says https.
    bool local = false;           // Came over the unix socket.
    std::uint64_t id = 0;         // For logs and error answers, unless ...
    std::string_view given_id{};  // ... a trusted proxy gave it a name.

    // The value of the first header of that (lower-case) name; empty when absent.
    std::string_view header(std::string_view lower_name) const;
    // Also when its value is empty, which is then what the client says.
    bool has_header(std::string_view lower_name) const;
};

}  // namespace onsale::http
