#pragma once

#include "adapter/http/transport/message/handler.hpp"

namespace onsale::http {

// The operator's listener: the operator's API and, beside it, the guests' routes about lines and
// events, which the console reads.
// REQUIRES: both sites outlive it.
class OperatorFront : public Handler {
  public:
    struct Sites {
        Handler& admin;
        Handler& guest;
    };
    explicit OperatorFront(const Sites& sites) : sites_(sites) {}

    void handle(const Request& request, Reply& reply) override {
        const bool for_guests =
            request.path.starts_with("/api/queue/") || request.path.starts_with("/api/events");
        (for_guests ? sites_.guest : sites_.admin).handle(request, reply);
    }

  private:
    Sites sites_;
};

}  // namespace onsale::http
