#pragma once

#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "base/time.hpp"
#include "payment/port/hosted_page.hpp"

namespace onsale::gateway {

// Demo Pay's hosted page, on top of the Demo Pay service of the process.
class DemoHostedPage : public payment::HostedPage {
  public:
    DemoHostedPage(DemoPayService& service, const TimeSource& time)
        : service_(service), time_(time) {}

    std::optional<payment::HostedPayment> find(std::string_view payment_key) override;
    std::optional<std::string> press(std::string_view payment_key,
                                     std::string_view script) override;
    std::optional<std::string> leave(std::string_view payment_key) override;
    bool script_refunds(std::string_view payment_key, std::string_view script) override;

  private:
    DemoPayService& service_;
    const TimeSource& time_;
};

}  // namespace onsale::gateway
