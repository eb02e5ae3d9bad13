#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace onsale::http {

enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kPatch, kDelete, kOptions, kOther };

// The method's name in an Allow header; GET implies HEAD.
std::string_view allow_word(Method method);

// An address in IPv6 form (IPv4 as ::ffff:a.b.c.d).
struct ClientAddress {
    std::array<std::uint8_t, 16> bytes{};

    friend constexpr auto operator<=>(const ClientAddress&, const ClientAddress&) = default;
};

struct Header {
    std::string_view name;  // As sent; compare case-insensitively.
    std::string_view value;
};

// One complete request. Every view points into the connection's buffer and is valid until the
// handler returns. To answer later, first copy what is needed.
struct Request {
    Method method = Method::kOther;
    std::string_view path;   // Before '?', as sent (still percent-encoded).
    std::string_view query;  // After '?', without it.
    std::span<const Header> headers;
    std::string_view body;
    ClientAddress client;         // The client behind the trusted proxies.
    bool secure = false;          // TLS on this connection, or a trusted proxy reports https.
    bool local = false;           // Came over the unix socket.
    std::uint64_t id = 0;         // For logs and error answers.
    std::string_view given_id{};  // Id from a trusted proxy, which then replaces `id`.

    // The value of the first header of that (lower-case) name; empty when absent.
    std::string_view header(std::string_view lower_name) const;
    // True also for a header with an empty value.
    bool has_header(std::string_view lower_name) const;
};

}  // namespace onsale::http
