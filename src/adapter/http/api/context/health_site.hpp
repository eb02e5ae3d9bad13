#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/api/context/health.hpp"
#include "adapter/http/api/context/loop_context.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// /healthz, /readyz and /metrics of a process that no operator talks to, on a listener of its own
// off the public network. Nobody needs a key: there is nothing to change and nothing to hide.
// REQUIRES that it outlives every call in flight: stop the loop first.
// Thread safety: its loop only.
class HealthSite : public Handler {
  public:
    // Gathers the whole page of /metrics. Suspends; resumes on the loop.
    using GatherMetrics = std::function<boost::asio::awaitable<std::string>()>;

    // How ready the whole process is. The same.
    using GatherReadiness = std::function<boost::asio::awaitable<Readiness>()>;

    // Without `metrics` there is no such page.
    HealthSite(LoopContext& context, GatherReadiness readiness, GatherMetrics metrics = {})
        : context_(context),
          gather_readiness_(std::move(readiness)),
          gather_metrics_(std::move(metrics)) {}

    void handle(const Request& request, Reply& reply) override;

  private:
    boost::asio::awaitable<void> send_metrics(LaterReply reply);
    boost::asio::awaitable<void> send_readiness(LaterReply reply);

    // Those who ask are machines, every few seconds: more at once are a mistake.
    static constexpr std::size_t kGatheringMax = 8;

    LoopContext& context_;
    GatherReadiness gather_readiness_;
    GatherMetrics gather_metrics_;
    std::size_t gathering_ = 0;
};

}  // namespace onsale::http
