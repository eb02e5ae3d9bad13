#include "sale/app/cashier.hpp"

#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "sale/app/accept_webhook.hpp"
#include "sale/app/confirm_return.hpp"
#include "sale/app/query_payment.hpp"
#include "sale/app/refund_payment.hpp"

namespace onsale::sale {

void Cashier::see(const Facts& facts) {
    for (const Fact& fact : facts)
        if (const auto* const of_order = std::get_if<payment::Fact>(&fact)) see(*of_order);
}

void Cashier::see(const payment::Fact& fact) {
    if (const auto* const asked = std::get_if<payment::fact::InquirySent>(&fact.body))
        spawn(query_payment(orders_, providers_, fact.order, asked->attempt));
    if (const auto* const back = std::get_if<payment::fact::GuestReturned>(&fact.body))
        spawn(confirm_return(orders_, providers_, fact.order, back->attempt));
    if (const auto* const sent = std::get_if<payment::fact::RefundSent>(&fact.body))
        spawn(refund_payment(orders_, providers_, fact.order, sent->refund));
}

void Cashier::hear(payment::WebhookNotice notice, std::function<void()> heard) {
    const auto answer = [heard = std::move(heard)](const auto& again) {
        if (!again) heard();
    };
    spawn(accept_webhook(orders_, providers_, std::move(notice), answer));
}

void Cashier::spawn(boost::asio::awaitable<OrderOutcome> call) {
    if (in_flight_ >= kCallsMax) return;  // The orders request the call again.
    ++in_flight_;
    // Nobody waits for the outcome. A call that ends with an exception counts as a call without an
    // answer.
    boost::asio::co_spawn(loop_, std::move(call),
                          [this](const std::exception_ptr&, const OrderOutcome&) { --in_flight_; });
}

}  // namespace onsale::sale
