#include "adapter/http/guest/context/event_named.hpp"

#include <algorithm>
#include <array>

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/transport/message/query.hpp"

namespace onsale::http {
namespace {

// API paths whose next segment is an event.
constexpr std::array<std::string_view, 3> kPaths = {"/api/queue/serving/", "/api/queue/order/",
                                                    "/api/events/"};

constexpr std::string_view kVerify = "/api/verify";
constexpr std::string_view kEvent = "eventId";

std::string_view in_path(std::string_view path) {
    for (const std::string_view prefix : kPaths)
        if (path.starts_with(prefix))
            return path.substr(prefix.size(), path.find('/', prefix.size()) - prefix.size());
    if (path.starts_with("/api/")) return {};
    const auto page = parse_page_address(path);
    const bool of_event = page && (page->page == WebPage::kQueue || page->page == WebPage::kEvent ||
                                   page->page == WebPage::kSeats || page->page == WebPage::kBook);
    return of_event ? page->id : std::string_view{};
}

// Skips white space and removes the expected character.
bool take(std::string_view& text, char expected) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(1);
    return true;
}

std::string_view in_body(std::string_view body) {
    constexpr std::string_view kField = R"("eventId")";
    const std::size_t at = body.find(kField);
    if (at == body.npos) return {};
    body.remove_prefix(at + kField.size());
    if (!take(body, ':') || !take(body, '"')) return {};
    return body.substr(0, body.find_first_of("\"\\"));
}

}  // namespace

std::string_view event_named(const Request& request, std::span<const QueryParameter> query) {
    // A proxy names the event in a header that it sets. Clients can send it with any other call.
    if (request.path == kVerify) return request.header("x-onsale-event");
    if (std::ranges::find(query, kEvent, &QueryParameter::name) != query.end())
        return plain_query_value(request.query, kEvent).value_or("");
    const std::string_view key = in_path(request.path);
    return key.empty() && request.method == Method::kPost ? in_body(request.body) : key;
}

}  // namespace onsale::http
