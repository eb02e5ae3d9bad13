#include "adapter/http/transport/message/request_id.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "adapter/http/transport/message/head_parser.hpp"

namespace onsale::http {
namespace {

constexpr std::size_t kGivenMax = 64;

bool is_plain(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_' || c == '.';
}

}  // namespace

std::string request_id_text(std::uint64_t number, std::string_view given) {
    return given.empty() ? fmt::format("{:016x}", number) : std::string{given};
}

std::string_view given_request_id(std::span<const Header> headers) {
    std::string_view given;
    for (const Header& header : headers) {
        if (!equals_ignoring_case(header.name, "x-request-id")) continue;
        if (!given.empty()) return {};
        given = header.value;
    }
    const bool good = given.size() <= kGivenMax && std::ranges::all_of(given, is_plain);
    return good ? given : std::string_view{};
}

}  // namespace onsale::http
