#pragma once

#include <functional>
#include <utility>

#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// Brings the views up to date before every request, on a loop that is not woken for news.
// REQUIRES: the handler outlives it.
class CatchUpHandler : public Handler {
  public:
    CatchUpHandler(std::function<void()> catch_up, Handler& handler)
        : catch_up_(std::move(catch_up)), handler_(handler) {}

    void handle(const Request& request, Reply& reply) override {
        catch_up_();
        handler_.handle(request, reply);
    }

  private:
    std::function<void()> catch_up_;
    Handler& handler_;
};

}  // namespace onsale::http
