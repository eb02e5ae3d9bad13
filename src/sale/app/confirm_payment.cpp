#include "sale/app/confirm_payment.hpp"

#include <utility>

namespace onsale::sale {

using boost::asio::awaitable;
using payment::ConfirmRequest;
using payment::Order;
using payment::PaymentGateway;
using payment::PaymentResult;
namespace result = payment::result;

namespace {

// A net-cancel takes back an approval that nobody relied on. The order decides which of two comes
// first: a webhook that made a booking of it, then it stays; or this, then no webhook counts until
// the net-cancel is answered.
awaitable<PaymentResult> take_back(Orders& orders, PaymentGateway& gateway,
                                   ConfirmRequest confirm) {
    const auto decided = co_await orders.take_back({confirm.name.order, confirm.name.attempt});
    if (!decided) co_return result::OutcomeUnknown{};
    co_return co_await gateway.net_cancel(std::move(confirm));
}

awaitable<PaymentResult> call_provider(Orders& orders, PaymentGateway* gateway, const Order& order,
                                       std::string approval) {
    // Taken out of the configuration while the guest was paying: nobody was asked.
    if (gateway == nullptr) co_return result::Unavailable{};
    const payment::Attempt& attempt = order.attempts.back();
    const ConfirmRequest confirm{
        {order.code, order.attempt()}, attempt.payment_key, std::move(approval), attempt.total};
    PaymentResult said = co_await gateway->confirm(confirm);
    const bool lost = std::holds_alternative<result::OutcomeUnknown>(said);
    if (lost && gateway->traits().net_cancel) said = co_await take_back(orders, *gateway, confirm);
    co_return said;
}

}  // namespace

awaitable<OrderOutcome> confirm_payment(Orders& orders, FindGateway find_gateway,
                                        command::ConfirmPayment confirm, std::string approval) {
    auto sent = co_await orders.confirm(std::move(confirm));
    // Somebody else's call is on its way, or it is over: the order says what is known.
    if (!sent || !sent->calls_provider) co_return sent;
    const Order& order = sent->order;
    PaymentGateway* const gateway = find_gateway(order.attempts.back().provider);
    const PaymentResult said = co_await call_provider(orders, gateway, order, std::move(approval));
    // If this cannot be recorded the order's own deadline makes the outcome unknown, and asking the
    // provider finds it again.
    auto recorded =
        co_await orders.record({order.code, order.attempt(), payment::ResultSource::kAnswer, said,
                                payment::Actor{payment::ActorKind::kProvider}});
    if (recorded || recorded.error().error != PayError::kOrder) co_return recorded;
    co_return co_await orders.show(command::ShowOrder{order.code, std::nullopt});
}

}  // namespace onsale::sale
