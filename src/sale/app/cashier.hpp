#pragma once

#include <cstddef>
#include <functional>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "payment/port/payment_provider.hpp"
#include "sale/domain/fact.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Runs the use cases that no client waits for: it confirms for guests who returned from the
// provider's page, asks about payments, sends refunds, and takes webhooks that do not come over
// HTTP. A fact of the order precedes and describes each call. If the call or its answer is lost,
// the order requests it again later.
// Thread safety: its loop only. The loop, the orders and the providers outlive it; it outlives its
// calls.
class Cashier {
  public:
    Cashier(boost::asio::io_context& loop, Orders& orders, payment::Providers providers)
        : loop_(loop), orders_(orders), providers_(providers) {}

    // Handles the published facts; each is passed once.
    void see(const Facts& facts);
    // Handles a webhook with a verified proof. Calls `heard` when its content is durable. Only then
    // may the provider be told not to send it again.
    void hear(payment::WebhookNotice notice, std::function<void()> heard);

  private:
    void see(const payment::Fact& fact);
    void spawn(boost::asio::awaitable<OrderOutcome> call);

    boost::asio::io_context& loop_;
    Orders& orders_;
    const payment::Providers providers_;
    std::size_t in_flight_ = 0;
};

// A provider answers within seconds. More calls in flight mean that it does not answer.
constexpr std::size_t kCallsMax = 1'000;

}  // namespace onsale::sale
