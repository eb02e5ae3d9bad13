#include "adapter/crowd/site_client.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace onsale::crowd {
namespace {

using boost::asio::awaitable;
using http_client::Header;

constexpr Duration kDeadline = std::chrono::seconds{10};
// A seat map of 50,000 seats has 50 KB. An event with a thousand performances is below this limit.
constexpr std::uint64_t kAnswerMax = 1024 * 1024;
// Identifies the simulated guests in logs.
constexpr const char* kAgent = "Onsale-Demo-Crowd (simulated guests)";

std::string url_of(const SiteAddress& site, const std::string& target) {
    const bool is_ipv6 = site.host.contains(':');
    return "http://" + (is_ipv6 ? "[" + site.host + "]" : site.host) + ":" + site.port + target;
}

http_client::Request to_request(SiteCall call, const SiteAddress& site, std::string cookies) {
    http_client::Request request{.method = call.post ? "POST" : "GET",
                                 .url = url_of(site, call.target),
                                 .headers = {{"Host", site.name},
                                             {"User-Agent", kAgent},
                                             {"Accept", "application/json"},
                                             {"Accept-Language", "en"},
                                             {"X-Onsale-Request", "1"}},
                                 .body = std::move(call.body),
                                 .deadline = kDeadline,
                                 .answer_max = kAnswerMax};
    if (!call.content_type.empty())
        request.headers.push_back({"Content-Type", std::move(call.content_type)});
    if (!cookies.empty()) request.headers.push_back({"Cookie", std::move(cookies)});
    return request;
}

Duration seconds_in(std::string_view text) {
    constexpr std::uint32_t kLongest = 3600;
    std::uint32_t seconds = 0;
    std::from_chars(text.data(), text.data() + text.size(), seconds);
    return std::chrono::seconds{std::min(seconds, kLongest)};
}

SiteExchange to_exchange(http_client::Answer answer) {
    SiteExchange exchange;
    exchange.reply.status = static_cast<int>(answer.status);
    exchange.reply.location = answer.header("Location");
    exchange.reply.retry_after = seconds_in(answer.header("Retry-After"));
    for (Header& header : answer.headers)
        if (http_client::same_name(header.name, "Set-Cookie"))
            exchange.cookies.push_back(std::move(header.value));
    exchange.reply.body = std::move(answer.body);
    return exchange;
}

}  // namespace

SiteClient::SiteClient(boost::asio::io_context& loop, const SiteAddress& site,
                       std::size_t calls_max)
    : site_(site), client_(loop, {.calls_max = calls_max}) {}

awaitable<SiteExchange> SiteClient::call(SiteCall call, std::string cookies) {
    auto answer = co_await client_.call(to_request(std::move(call), site_, std::move(cookies)));
    if (!answer) co_return SiteExchange{};
    co_return to_exchange(*std::move(answer));
}

}  // namespace onsale::crowd
