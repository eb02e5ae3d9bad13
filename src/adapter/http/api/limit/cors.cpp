#include "adapter/http/api/limit/cors.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace onsale::http {
namespace {

// Browsers limit it to two hours at most anyway.
constexpr std::string_view kPreflightAge = "Access-Control-Max-Age: 7200\r\n";
constexpr std::string_view kSentHeaders =
    "Access-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, "
    "X-Onsale-Request, X-Queue-Entry-Token, X-Queue-Token\r\n";
constexpr std::string_view kReadHeaders =
    "Access-Control-Expose-Headers: ETag, Retry-After, X-Guest-Code, X-Request-Id\r\n";

// Writes a single Vary line, because some caches read only the last one.
void append_varying(std::string& out, std::string_view headers) {
    constexpr std::string_view kVary = "Vary: ";
    const std::size_t at = headers.starts_with(kVary) ? 0 : headers.find("\r\nVary: ");
    if (at == headers.npos) {
        out += headers;
        out += "Vary: Origin\r\n";
        return;
    }
    const std::size_t end = headers.find("\r\n", at + 2);
    out += headers.substr(0, end);
    out += ", Origin";
    out += headers.substr(end);
}

std::string with_cors(std::string_view headers, std::string_view origin) {
    std::string all;
    append_varying(all, headers);
    if (origin.empty()) return all;
    all += "Access-Control-Allow-Origin: ";
    all += origin;
    all += "\r\nAccess-Control-Allow-Credentials: true\r\n";
    all += kReadHeaders;
    return all;
}

bool is_host_text(std::string_view host) {
    return !host.empty() && std::ranges::all_of(host, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '.';
    });
}

bool is_port(std::string_view port) {
    constexpr std::size_t kDigitsMax = 5;
    return !port.empty() && port.size() <= kDigitsMax && port.front() != '0' &&
           std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_web_origin(std::string_view text) {
    const bool secure = text.starts_with("https://");
    if (!secure && !text.starts_with("http://")) return false;
    text.remove_prefix(text.find("://") + 3);
    const std::size_t colon = text.find(':');
    if (!is_host_text(text.substr(0, colon))) return false;
    if (colon == text.npos) return true;
    const std::string_view port = text.substr(colon + 1);
    return is_port(port) && port != (secure ? "443" : "80");  // Browsers omit default ports.
}

bool open_to_sites(std::string_view path) {
    if (path == "/api/queue/complete" || path.starts_with("/api/payment/return/") ||
        path.starts_with("/api/payment/webhook/"))
        return false;
    constexpr std::array<std::string_view, 6> kParts = {"/api/queue/",   "/api/booking/",
                                                        "/api/payment/", "/api/orders/",
                                                        "/api/events/",  "/api/bookings/"};
    return path == "/api/events" || path == "/api/bookings" ||
           std::ranges::any_of(kParts, [&](auto part) { return path.starts_with(part); });
}

std::string_view allowed_origin(const Request& request, const std::vector<std::string>& origins) {
    const std::string_view origin = request.header("origin");
    return std::ranges::find(origins, origin) == origins.end() ? std::string_view{} : origin;
}

bool is_preflight(const Request& request) {
    return request.method == Method::kOptions &&
           !request.header("access-control-request-method").empty();
}

std::string preflight_headers(std::string_view methods) {
    std::string headers = "Access-Control-Allow-Methods: ";
    headers += methods;
    headers += "\r\n";
    headers += kSentHeaders;
    headers += kPreflightAge;
    return headers;
}

class CorsReply::Later final : public LaterReply::Target {
  public:
    Later(LaterReply reply, std::string_view origin) : reply_(std::move(reply)), origin_(origin) {}

    void answer(const Answer& answer) override {
        const std::string headers = with_cors(answer.headers, origin_);
        Answer told = answer;
        told.headers = headers;
        reply_.answer(told);
    }
    void abandon() override {}

  private:
    LaterReply reply_;
    std::string origin_;
};

void CorsReply::answer(const Answer& answer) {
    const std::string headers = with_cors(answer.headers, origin_);
    Answer told = answer;
    told.headers = headers;
    reply_.answer(told);
}

LaterReply CorsReply::later() {
    return LaterReply{std::make_shared<Later>(reply_.later(), origin_)};
}

EventStream CorsReply::stream(std::string_view headers) {
    return reply_.stream(with_cors(headers, origin_));
}

}  // namespace onsale::http
