#include "sale/app/refund_payment.hpp"

#include <utility>

namespace onsale::sale {

boost::asio::awaitable<OrderOutcome> refund_payment(Orders& orders, payment::Providers providers,
                                                    payment::OrderId id,
                                                    payment::RefundIndex index) {
    auto shown = co_await orders.call(command::ShowOrderById{id});
    if (!shown) co_return shown;
    const payment::Order& order = shown->order;
    const payment::Refund& refund = order.refunds[index.value];
    const payment::Charge& charge = order.charges[refund.charge.value];
    payment::PaymentGateway* const gateway =
        find_gateway(providers, order.attempts[charge.attempt - 1u].provider);
    if (refund.state != payment::RefundState::kSent || gateway == nullptr) co_return shown;
    payment::CancelRequest cancel{.name = {order.code, charge.attempt},
                                  .payment_key = charge.payment_key,
                                  .refund = index,
                                  .amount = refund.quote.amount,
                                  .balance_before = order.balance(refund.charge),
                                  .reason = "refund"};
    command::RecordRefund told{.order = order.code, .refund = index, .of_try = refund.tries};
    told.result = co_await gateway->cancel(std::move(cancel));
    co_return co_await orders.call(told);
}

}  // namespace onsale::sale
