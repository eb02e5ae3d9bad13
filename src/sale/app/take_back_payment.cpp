#include "sale/app/take_back_payment.hpp"

#include <utility>

namespace onsale::sale {

boost::asio::awaitable<payment::PaymentResult> take_back_payment(Orders& orders,
                                                                 payment::PaymentGateway& gateway,
                                                                 payment::ConfirmRequest confirm) {
    const auto decided =
        co_await orders.call(command::TakeBack{confirm.name.order, confirm.name.attempt});
    if (!decided) co_return payment::result::OutcomeUnknown{};
    co_return co_await gateway.net_cancel(std::move(confirm));
}

}  // namespace onsale::sale
