#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "payment/port/payment_gateway.hpp"
#include "tests/support/manual_time.hpp"

namespace onsale::contract {

enum class GuestDoes : std::uint8_t { kPays, kPaysAndTheAnswerIsLost, kIsDeclined, kLeaves };

// The interface that the suite needs of a provider: the port on a loop, and the provider's side,
// played by a test double. A new provider needs one more line in gateways() (gateway_adapters.cpp).
class GatewayAdapter {
  public:
    virtual ~GatewayAdapter() = default;

    virtual boost::asio::io_context& loop() = 0;
    virtual test::ManualTime& time() = 0;
    virtual payment::PaymentGateway& gateway() = 0;
    // Performs the guest's action on the page. Returns what the browser brings to the return
    // address.
    virtual payment::BrowserReturn guest(const payment::PaymentPage& page, GuestDoes does) = 0;
    // Returns the webhooks that have become due.
    virtual std::vector<payment::WebhookRequest> webhooks() = 0;
    // A webhook that the provider signed for another merchant, or about an order that is not ours.
    virtual payment::WebhookRequest foreign_webhook(bool other_merchant) = 0;
    // The field of a return that names the attempt.
    virtual std::string name_field() const = 0;
};

struct GatewayKind {
    std::string name;
    std::function<std::unique_ptr<GatewayAdapter>()> make;
};

const std::vector<GatewayKind>& gateways();

class GatewayContract : public testing::TestWithParam<GatewayKind> {
  protected:
    GatewayContract() : adapter_(GetParam().make()), gateway_(adapter_->gateway()) {}

    template <class Value>
    Value await(boost::asio::awaitable<Value> call) {
        std::optional<Value> answer;
        std::exception_ptr failure;
        boost::asio::co_spawn(adapter_->loop(), std::move(call),
                              [&](std::exception_ptr error, Value value) {
                                  failure = error;
                                  answer.emplace(std::move(value));
                              });
        adapter_->loop().restart();
        adapter_->loop().run();
        EXPECT_FALSE(failure);
        return std::move(answer).value();
    }

    std::unique_ptr<GatewayAdapter> adapter_;
    payment::PaymentGateway& gateway_;
};

}  // namespace onsale::contract
