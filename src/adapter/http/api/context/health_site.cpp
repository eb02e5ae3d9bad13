#include "adapter/http/api/context/health_site.hpp"

#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "adapter/http/api/error/api_error.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "runtime/log.hpp"

namespace onsale::http {

using boost::asio::awaitable;

namespace {

constexpr std::string_view kNoStore = "Cache-Control: no-store\r\n";
constexpr std::string_view kBusy = "Cache-Control: no-store\r\nRetry-After: 1\r\n";
constexpr std::string_view kOnlyGet = "Cache-Control: no-store\r\nAllow: GET, HEAD\r\n";

void send(Reply& reply, const HealthAnswer& health) {
    reply.answer({.status = health.status, .headers = kNoStore, .body = health.body});
}

void refuse(Reply& reply, const Request& request, ErrorCode code, std::string_view headers) {
    const std::string body = error_body(code, language_of(request));
    reply.answer({.status = entry(code).status, .headers = headers, .body = body, .refused = code});
}

}  // namespace

void HealthSite::handle(const Request& request, Reply& reply) {
    const bool is_metrics = request.path == "/metrics" && gather_metrics_;
    if (request.path != "/healthz" && request.path != "/readyz" && !is_metrics)
        return refuse(reply, request, ErrorCode::kNotFound, kNoStore);
    if (request.method != Method::kGet && request.method != Method::kHead)
        return refuse(reply, request, ErrorCode::kMethodNotAllowed, kOnlyGet);
    if (request.path == "/healthz") return send(reply, healthz());
    if (gathering_ >= kGatheringMax) return refuse(reply, request, ErrorCode::kOverloaded, kBusy);
    ++gathering_;
    boost::asio::co_spawn(
        context_.loop, is_metrics ? send_metrics(reply.later()) : send_readiness(reply.later()),
        [this](const std::exception_ptr& error) {
            --gathering_;
            if (error) runtime::log(runtime::LogLevel::kError, "the figures could not be gathered");
        });
}

awaitable<void> HealthSite::send_metrics(LaterReply reply) {
    const std::string text = co_await gather_metrics_();
    reply.answer({.content_type = MetricsText::kContentType, .headers = kNoStore, .body = text});
}

awaitable<void> HealthSite::send_readiness(LaterReply reply) {
    const HealthAnswer health = readyz(co_await gather_readiness_());
    reply.answer({.status = health.status, .headers = kNoStore, .body = health.body});
}

}  // namespace onsale::http
