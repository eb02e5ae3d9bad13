#pragma once

#include <set>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "adapter/gateway/demo/demo_pay_service.hpp"
#include "payment/port/payment_gateway.hpp"

namespace onsale::gateway {

// Implements the payment port with Demo Pay. It delays or drops answers as the payment's script
// says, with timers of the loop. The guest's page is at payment::kHostedPagePath.
// Suspends and thread safety: as the port says. The loop outlives it; it outlives its calls.
class DemoGateway : public payment::PaymentGateway {
  public:
    DemoGateway(boost::asio::io_context& loop, DemoPayService& service, const TimeSource& time)
        : loop_(loop), service_(service), time_(time) {}

    payment::GatewayTraits traits() const override;
    std::string_view merchant() const override { return service_.merchant(); }

    boost::asio::awaitable<Result<payment::PaymentPage, payment::GatewayError>> request(
        payment::PaymentRequest request) override;
    boost::asio::awaitable<payment::PaymentResult> confirm(
        payment::ConfirmRequest confirm) override;
    boost::asio::awaitable<payment::PaymentResult> query(payment::QueryRequest query) override;
    boost::asio::awaitable<payment::PaymentResult> net_cancel(
        payment::ConfirmRequest confirm) override;
    boost::asio::awaitable<payment::RefundResult> cancel(payment::CancelRequest cancel) override;

    std::optional<payment::BrowserReturn> pay_at_page(const payment::PaymentPage& page) override;
    Result<payment::ReturnedPayment, payment::ReturnError> parse_return(
        const payment::BrowserReturn& returned) const override;
    Result<payment::WebhookNotice, payment::WebhookError> verify_webhook(
        const payment::WebhookRequest& webhook, Instant now) const override;

    // For a shutdown: stops waiting for pending answers. Their outcome is unknown.
    void stop();

  private:
    boost::asio::awaitable<bool> arrives(DemoDelivery delivery);

    boost::asio::io_context& loop_;
    DemoPayService& service_;
    const TimeSource& time_;
    std::set<boost::asio::steady_timer*> waits_;
    bool stopped_ = false;
};

}  // namespace onsale::gateway
