#include "adapter/http_client/request_check.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <sys/un.h>

namespace onsale::http_client {
namespace {

constexpr std::size_t kUrlMax = 16 * 1024;
constexpr std::size_t kHeadersMax = 100;
// Including the final zero.
constexpr std::size_t kSocketPathMax = sizeof(sockaddr_un{}.sun_path);

constexpr std::array<std::string_view, 5> kMethods = {"GET", "POST", "PUT", "PATCH", "DELETE"};
// The client decides these, since they say where the request ends.
constexpr std::array<std::string_view, 4> kOwnHeaders = {"Connection", "Content-Length", "Expect",
                                                         "Transfer-Encoding"};

bool is_token(char letter) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z') || kMarks.contains(letter);
}

bool is_control(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return code < 0x20 || code == 0x7F;
}

std::optional<std::string> fault_in_url(std::string_view url) {
    if (!url.starts_with("http://") && !url.starts_with("https://"))
        return "the URL must start with http:// or https://";
    if (url.size() > kUrlMax) return "the URL is too long";
    if (std::ranges::any_of(url, [](char letter) { return is_control(letter) || letter == ' '; }))
        return "the URL has a space or a control character";
    return std::nullopt;
}

std::optional<std::string> fault_in_header(const Header& header) {
    if (header.name.empty() || !std::ranges::all_of(header.name, is_token))
        return "a header name is not a token";
    if (std::ranges::any_of(header.value,
                            [](char letter) { return letter != '\t' && is_control(letter); }))
        return fmt::format("the header {} has a control character", header.name);
    if (std::ranges::any_of(kOwnHeaders, [&](auto own) { return same_name(own, header.name); }))
        return fmt::format("the header {} is set by the client itself", header.name);
    return std::nullopt;
}

}  // namespace

std::optional<std::string> fault_in(const Request& request) {
    if (std::ranges::find(kMethods, request.method) == kMethods.end())
        return "the method is unknown";
    if (auto fault = fault_in_url(request.url)) return fault;
    if (request.unix_socket.native().size() >= kSocketPathMax)
        return fmt::format("the path of the socket has {} characters, more than {}",
                           request.unix_socket.native().size(), kSocketPathMax - 1);
    if (request.headers.size() > kHeadersMax) return "there are too many headers";
    for (const Header& header : request.headers)
        if (auto fault = fault_in_header(header)) return fault;
    return std::nullopt;
}

}  // namespace onsale::http_client
