#include "sale/app/record_result.hpp"

#include <utility>

namespace onsale::sale {

boost::asio::awaitable<OrderOutcome> record_result(Orders& orders, payment::AttemptName name,
                                                   payment::ResultSource source,
                                                   payment::PaymentResult result) {
    const bool by_guest = source == payment::ResultSource::kBrowser;
    const auto kind = by_guest ? payment::ActorKind::kGuest : payment::ActorKind::kProvider;
    return orders.call(
        command::RecordPayment{name.order, name.attempt, source, std::move(result), {kind}});
}

}  // namespace onsale::sale
