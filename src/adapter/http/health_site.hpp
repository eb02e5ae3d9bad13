#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "adapter/http/handler.hpp"
#include "adapter/http/health.hpp"
#include "adapter/http/loop_context.hpp"

namespace onsale::http {

// /healthz, /readyz and /metrics of a process that no operator talks to, on a listener of its own
// off the public network. Nobody needs a key: there is nothing to change and nothing to hide.
// REQUIRES that it outlives every call in flight: stop the loop first.
// Thread safety: its loop only.
class HealthSite : public Handler {
  public:
    // Gathers the whole page of /metrics. Suspends; resumes on the loop.
    using GatherMetrics = std::function<boost::asio::awaitable<std::string>()>;

    // Without `metrics` there is no such page.
    explicit HealthSite(LoopContext& context, GatherMetrics metrics = {})
        : context_(context), gather_metrics_(std::move(metrics)) {}

    void handle(const Request& request, Reply& reply) override;

  private:
    void send_metrics(const Request& request, Reply& reply);

    // Those who ask are machines, every few seconds: more at once are a mistake.
    static constexpr std::size_t kGatheringMax = 8;

    LoopContext& context_;
    GatherMetrics gather_metrics_;
    std::size_t gathering_ = 0;
};

}  // namespace onsale::http
