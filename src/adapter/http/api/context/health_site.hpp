#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/health.hpp"
#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// /healthz, /readyz and /metrics of a process without an operator's listener, on its own listener
// off the public network. No key is required: there is nothing to change and nothing secret.
// REQUIRES: it outlives every call in flight; stop the loop first.
// Thread safety: its loop only.
class HealthSite : public Handler {
  public:
    // Collects the whole page of /metrics. Suspends; resumes on the loop.
    using GatherMetrics = std::function<boost::asio::awaitable<std::string>()>;

    // Collects the readiness of the whole process. Suspends; resumes on the loop.
    using GatherReadiness = std::function<boost::asio::awaitable<Readiness>()>;

    // Without `metrics` there is no /metrics page.
    HealthSite(LoopContext& context, GatherReadiness readiness, GatherMetrics metrics = {})
        : context_(context),
          gather_readiness_(std::move(readiness)),
          gather_metrics_(std::move(metrics)) {}

    void handle(const Request& request, Reply& reply) override;

  private:
    boost::asio::awaitable<void> send_metrics(LaterReply reply);
    boost::asio::awaitable<void> send_readiness(LaterReply reply);

    // Maximum number of concurrent collections. Only machines call, every few seconds, so more
    // indicate a misconfiguration.
    static constexpr std::size_t kGatheringMax = 8;

    LoopContext& context_;
    GatherReadiness gather_readiness_;
    GatherMetrics gather_metrics_;
    std::size_t gathering_ = 0;
};

}  // namespace onsale::http
