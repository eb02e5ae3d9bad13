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

// Not while a confirm is on its way that may be followed by a net-cancel: the answer could be void
// by the time it comes. If the confirm's outcome is lost, the order asks by itself.
inline bool worth_asking(const payment::Order& order, std::uint8_t attempt,
                         const payment::PaymentGateway& gateway) {
    return !(order.confirming && order.attempt() == attempt && gateway.traits().net_cancel);
}

// Makes the calls to providers that nobody waits for: the confirm of a guest who is back from the
// provider's page, what became of a payment, and refunds. The order's fact comes first and names
// the call; if the call or its answer is lost, the order asks for it again later. Thread safety:
// its loop only. The loop, the orders and the gateways outlive it; it outlives its calls.
class Cashier {
  public:
    using Gateways = std::map<payment::ProviderId, payment::PaymentGateway*>;

    Cashier(boost::asio::io_context& loop, Orders& orders, Gateways gateways)
        : loop_(loop), orders_(orders), gateways_(std::move(gateways)) {}

    // Facts as they are published, each once.
    void see(const Facts& facts);
    // A webhook whose proof was checked. `heard` is called once what it says is durable: only then
    // may the provider be told not to send it again.
    void hear(payment::WebhookNotice notice, std::function<void()> heard);

    std::size_t calls_in_flight() const { return in_flight_; }
    // Calls that were not made because too many were in flight; the orders ask again.
    std::size_t calls_put_off() const { return put_off_; }

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
    std::size_t put_off_ = 0;
};

// A provider answers within seconds; more than this at once means that it does not.
constexpr std::size_t kCallsMax = 1'000;

}  // namespace onsale::sale
