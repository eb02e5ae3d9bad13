#include "sale/app/confirm_payment.hpp"

#include <utility>

#include "sale/app/call_provider.hpp"
#include "sale/app/record_result.hpp"
#include "sale/app/take_back_payment.hpp"

namespace onsale::sale {

using boost::asio::awaitable;
using payment::Order;
using payment::PaymentGateway;
using payment::PaymentResult;
namespace result = payment::result;

namespace {

awaitable<PaymentResult> confirm_order(Orders& orders, PaymentGateway* gateway, const Order& order,
                                       std::string approval) {
    // The provider was removed from the configuration during the payment, so no call was made.
    if (gateway == nullptr) co_return result::Unavailable{};
    const payment::Attempt& attempt = order.attempts.back();
    co_return co_await call_provider(
        *gateway,
        {{order.code, order.attempt()}, attempt.payment_key, std::move(approval), attempt.total},
        [&](payment::ConfirmRequest lost) {
            return take_back_payment(orders, *gateway, std::move(lost));
        });
}

}  // namespace

awaitable<OrderOutcome> confirm_payment(Orders& orders, payment::Providers providers,
                                        command::ConfirmPayment confirm, std::string approval) {
    auto sent = co_await orders.call(std::move(confirm));
    // Another caller has sent the confirm, or the order is finished. Return the order as it is
    // known.
    if (!sent || !sent->calls_provider) co_return sent;
    const Order& order = sent->order;
    PaymentGateway* const gateway = find_gateway(providers, order.attempts.back().provider);
    PaymentResult said = co_await confirm_order(orders, gateway, order, std::move(approval));
    // If this cannot be recorded, the deadline of the order makes the outcome unknown, and a query
    // to the provider finds it again.
    auto recorded = co_await record_result(orders, {order.code, order.attempt()},
                                           payment::ResultSource::kAnswer, std::move(said));
    if (recorded || recorded.error().error != PayError::kOrder) co_return recorded;
    co_return co_await orders.call(command::ShowOrder{order.code, std::nullopt});
}

}  // namespace onsale::sale
