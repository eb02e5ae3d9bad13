#include "sale/app/accept_return.hpp"

#include <utility>

#include "sale/app/record_result.hpp"

namespace onsale::sale {

boost::asio::awaitable<OrderOutcome> accept_return(Orders& orders,
                                                   payment::ReturnedPayment returned) {
    if (returned.gave_up)
        return record_result(orders, returned.name, payment::ResultSource::kBrowser,
                             payment::result::Declined{payment::DeclineReason::kGuestLeft});
    return orders.call(command::KeepReturn{returned.name.order, returned.name.attempt,
                                           std::move(returned.payment_key), returned.amount,
                                           std::move(returned.approval)});
}

}  // namespace onsale::sale
