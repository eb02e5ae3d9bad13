#pragma once

#include <chrono>

#include "adapter/http/handler.hpp"
#include "adapter/http/metrics.hpp"

namespace onsale::http {

// Passes answers on and notes how long each took and how it ended, also those given later.
class MeteredReply final : public Reply {
  public:
    MeteredReply(Reply& reply, LoopMetrics& metrics)
        : reply_(reply), metrics_(metrics), started_(Clock::now()) {}

    void set_route(MeteredRoute route) { route_ = route; }

    void answer(const Answer& answer) override;
    LaterReply later() override;
    EventStream stream(std::string_view headers) override;

  private:
    using Clock = std::chrono::steady_clock;
    class Later;

    Reply& reply_;
    LoopMetrics& metrics_;
    Clock::time_point started_;
    MeteredRoute route_ = MeteredRoute::kOther;
};

}  // namespace onsale::http
