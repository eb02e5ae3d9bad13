#pragma once

#include <chrono>

#include "adapter/http/api/context/request_log.hpp"
#include "adapter/http/api/measure/metrics.hpp"
#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// Forwards answers and records the duration and result of each, including those given later.
// REQUIRES: the request and `guest`, the guest identified so far, live as long as the handler runs.
class MeteredReply final : public Reply {
  public:
    MeteredReply(Reply& reply, const Request& request, LoopMetrics& metrics, RequestLog& log,
                 const std::optional<GuestId>& guest)
        : reply_(reply),
          request_(request),
          metrics_(metrics),
          log_(log),
          guest_(guest),
          started_(Clock::now()) {}

    void set_route(MeteredRoute route) { route_ = route; }

    void answer(const Answer& answer) override;
    LaterReply later() override;
    EventStream stream(std::string_view headers) override;

  private:
    using Clock = std::chrono::steady_clock;
    class Later;

    Reply& reply_;
    const Request& request_;
    LoopMetrics& metrics_;
    RequestLog& log_;
    const std::optional<GuestId>& guest_;
    Clock::time_point started_;
    MeteredRoute route_ = MeteredRoute::kOther;
};

}  // namespace onsale::http
