#pragma once

#include <cstddef>
#include <functional>
#include <map>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "payment/port/payment_gateway.hpp"
#include "sale/domain/fact.hpp"
#include "sale/port/orders.hpp"

namespace onsale::sale {

// Returns false while a confirm is in flight that a net-cancel may follow, because the answer could
// be obsolete on arrival. If the outcome of the confirm is lost, the order schedules a query
// itself.
inline bool worth_asking(const payment::Order& order, std::uint8_t attempt,
                         const payment::PaymentGateway& gateway) {
    return !(order.confirming && order.attempt() == attempt && gateway.traits().net_cancel);
}

// Makes the calls to providers that no client waits for: confirms for guests who returned from the
// provider's page, queries about payments, and refunds. A fact of the order precedes and describes
// each call. If the call or its answer is lost, the order requests it again later.
// Thread safety: its loop only. The loop, the orders and the gateways outlive it; it outlives its
// calls.
class Cashier {
  public:
    using Gateways = std::map<payment::ProviderId, payment::PaymentGateway*>;

    Cashier(boost::asio::io_context& loop, Orders& orders, Gateways gateways)
        : loop_(loop), orders_(orders), gateways_(std::move(gateways)) {}

    // Handles the published facts; each is passed once.
    void see(const Facts& facts);
    // Handles a webhook with a verified proof. Calls `heard` when its content is durable. Only then
    // may the provider be told not to send it again.
    void hear(payment::WebhookNotice notice, std::function<void()> heard);

  private:
    void see(const payment::Fact& fact);
    void spawn(boost::asio::awaitable<void> call);
    payment::PaymentGateway* find_gateway(payment::ProviderId provider) const;
    payment::PaymentGateway* gateway_of(const payment::Order& order, std::uint8_t attempt) const;
    boost::asio::awaitable<void> confirm(payment::OrderId id, std::uint8_t attempt);
    boost::asio::awaitable<void> ask(payment::OrderId id, std::uint8_t attempt);
    boost::asio::awaitable<void> ask_about(OrderCopy copy, std::uint8_t attempt);
    boost::asio::awaitable<void> refund(payment::OrderId id, payment::RefundIndex index);
    boost::asio::awaitable<void> record(payment::WebhookNotice notice, std::function<void()> heard);

    boost::asio::io_context& loop_;
    Orders& orders_;
    Gateways gateways_;
    std::size_t in_flight_ = 0;
};

// A provider answers within seconds. More calls in flight mean that it does not answer.
constexpr std::size_t kCallsMax = 1'000;

}  // namespace onsale::sale
