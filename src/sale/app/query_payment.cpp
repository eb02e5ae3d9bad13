#include "sale/app/query_payment.hpp"

#include <algorithm>
#include <utility>

#include "sale/app/record_result.hpp"

namespace onsale::sale {

using boost::asio::awaitable;
using payment::Order;
using payment::PaymentGateway;

namespace {

bool may_become_void(const Order& order, std::uint8_t attempt, const PaymentGateway& gateway) {
    return order.confirming && order.attempt() == attempt && gateway.traits().net_cancel;
}

bool is_known(const Order& order, std::uint8_t attempt) {
    const bool charged =
        std::ranges::find(order.charges, attempt, &payment::Charge::attempt) != order.charges.end();
    return charged && !(order.inquiry && order.inquiry->attempt == attempt);
}

// Null if nobody needs to be asked.
PaymentGateway* gateway_to_ask(payment::Providers providers, const Order& order,
                               std::uint8_t attempt) {
    if (attempt == 0 || attempt > order.attempt()) return nullptr;
    PaymentGateway* const gateway = find_gateway(providers, order.attempts[attempt - 1u].provider);
    if (gateway == nullptr || is_known(order, attempt)) return nullptr;
    return may_become_void(order, attempt, *gateway) ? nullptr : gateway;
}

}  // namespace

awaitable<OrderOutcome> query_payment(Orders& orders, payment::Providers providers, OrderCopy copy,
                                      std::uint8_t attempt) {
    PaymentGateway* const gateway = gateway_to_ask(providers, copy.order, attempt);
    if (gateway == nullptr) co_return copy;
    const payment::AttemptName name{copy.order.code, attempt};
    auto said = co_await gateway->query({name, copy.order.attempts[attempt - 1u].payment_key});
    co_return co_await record_result(orders, name, payment::ResultSource::kQuery, std::move(said));
}

awaitable<OrderOutcome> query_payment(Orders& orders, payment::Providers providers,
                                      payment::OrderId id, std::uint8_t attempt) {
    auto shown = co_await orders.call(command::ShowOrderById{id});
    if (!shown) co_return shown;
    co_return co_await query_payment(orders, providers, std::move(*shown), attempt);
}

}  // namespace onsale::sale
