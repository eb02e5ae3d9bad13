#pragma once

#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "base/time.hpp"
#include "payment/port/demo_pay_backend.hpp"

namespace onsale::gateway {

// Demo Pay's hosted page, on top of the Demo Pay service of the process.
class DemoPayBackend : public payment::DemoPayBackend {
  public:
    DemoPayBackend(DemoPayService& service, const TimeSource& time)
        : service_(service), time_(time) {}

    std::optional<payment::DemoPagePayment> find(std::string_view payment_key) override;
    std::optional<std::string> press(std::string_view payment_key,
                                     std::string_view script) override;
    std::optional<std::string> leave(std::string_view payment_key) override;
    bool script_refunds(std::string_view payment_key, std::string_view script) override;

  private:
    DemoPayService& service_;
    const TimeSource& time_;
};

}  // namespace onsale::gateway
