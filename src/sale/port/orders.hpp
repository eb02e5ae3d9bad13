#pragma once

#include <boost/asio/awaitable.hpp>

#include "sale/domain/command.hpp"

namespace onsale::sale {

// Payment of a hold, from the request to the refund. Embedded: executed by the single writer.
// Distributed: executed by the sale store. The contract is that of SeatHolds.
class Orders {
  public:
    using Outcome = boost::asio::awaitable<OrderOutcome>;

    virtual ~Orders() = default;

    // A repeated request returns the same attempt.
    virtual Outcome request(command::RequestPayment request) = 0;
    // The first confirm of an attempt is durable before the provider is called. Its caller then
    // calls the provider once (`OrderCopy::calls_provider`) and reports the answer by record().
    virtual Outcome confirm(command::ConfirmPayment confirm) = 0;
    // Stores that the guest returned from the provider's page. Durable before the browser is
    // answered. The cashier of this or a later process then confirms.
    virtual Outcome keep_return(command::KeepReturn back) = 0;
    // Durable before the provider is asked to cancel an approval whose answer was lost
    // (net-cancel). Afterwards no approval of the attempt counts until record() reports the result.
    // Rejected if the outcome has become known meanwhile.
    virtual Outcome take_back(command::TakeBack take) = 0;
    // Records a provider's result. Results may arrive in any order and any number of times; the
    // first one counts.
    virtual Outcome record(command::RecordPayment record) = 0;
    virtual Outcome cancel(command::CancelOrder cancel) = 0;
    // Durable before the provider is called. The reader of the order's RefundSent fact makes the
    // call.
    virtual Outcome request_refund(command::RequestRefund request) = 0;
    virtual Outcome record_refund(command::RecordRefund record) = 0;
    virtual Outcome retry_refund(command::RetryRefund retry) = 0;
    virtual Outcome ask_again(command::AskAgain ask) = 0;

    virtual Outcome show(command::ShowOrder show) = 0;
    virtual Outcome show(command::ShowOrderById show) = 0;
    virtual Outcome show(command::ShowBooking show) = 0;
    virtual Outcome show(command::ShowOpenOrder show) = 0;
    virtual boost::asio::awaitable<OrdersOutcome> list(command::ListBookings list) = 0;
    virtual boost::asio::awaitable<OrdersOutcome> list(command::ListOrders list) = 0;
    virtual boost::asio::awaitable<OrderPageOutcome> find(command::FindOrders find) = 0;
    virtual boost::asio::awaitable<RefundPreview> preview(command::PreviewRefund preview) = 0;
};

}  // namespace onsale::sale
