#include "sale/app/confirm_return.hpp"

#include <utility>

#include "sale/app/confirm_payment.hpp"

namespace onsale::sale {

boost::asio::awaitable<OrderOutcome> confirm_return(Orders& orders, payment::Providers providers,
                                                    payment::OrderId id, std::uint8_t attempt) {
    auto shown = co_await orders.call(command::ShowOrderById{id});
    if (!shown) co_return shown;
    payment::Order& order = shown->order;
    if (!order.approval || order.attempt() != attempt) co_return shown;
    const payment::Attempt& present = order.attempts.back();
    command::ConfirmPayment confirm{.order = order.code,
                                    .guest = std::nullopt,
                                    .attempt = attempt,
                                    .payment_key = present.payment_key,
                                    .amount = present.total};
    co_return co_await confirm_payment(orders, providers, std::move(confirm),
                                       std::move(*order.approval));
}

}  // namespace onsale::sale
