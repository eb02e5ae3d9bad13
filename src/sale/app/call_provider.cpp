#include "sale/app/call_provider.hpp"

#include <utility>

namespace onsale::sale {

boost::asio::awaitable<payment::PaymentResult> call_provider(payment::PaymentGateway& gateway,
                                                             payment::ConfirmRequest confirm,
                                                             TakeBack take_back) {
    payment::PaymentResult said = co_await gateway.confirm(confirm);
    const bool lost = std::holds_alternative<payment::result::OutcomeUnknown>(said);
    if (lost && gateway.traits().net_cancel) said = co_await take_back(std::move(confirm));
    co_return said;
}

}  // namespace onsale::sale
