#pragma once

#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "adapter/http/api/context/payment_provider.hpp"

namespace onsale::program {

// Demo Pay's hosted page, on top of the Demo Pay service of the process.
class DemoPayDesk : public http::DemoDesk {
  public:
    DemoPayDesk(gateway::DemoPayService& service, const TimeSource& time)
        : service_(service), time_(time) {}

    std::optional<http::DemoPage> find(std::string_view payment_key) override;
    std::optional<std::string> press(std::string_view payment_key,
                                     std::string_view script) override;
    std::optional<std::string> leave(std::string_view payment_key) override;
    bool script_refunds(std::string_view payment_key, std::string_view script) override;

  private:
    gateway::DemoPayService& service_;
    const TimeSource& time_;
};

}  // namespace onsale::program
