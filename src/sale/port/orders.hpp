#pragma once

#include <boost/asio/awaitable.hpp>

#include "sale/domain/command.hpp"

namespace onsale::sale {

// What becomes of a hold once it is paid for. Embedded: the one writer; distributed: one PostgreSQL
// transaction each. The contract is that of SeatHolds.
class Orders {
  public:
    using Outcome = boost::asio::awaitable<OrderOutcome>;

    virtual ~Orders() = default;

    // Pressed twice it gives the same attempt.
    virtual Outcome request(command::RequestPayment request) = 0;
    // The first confirm of an attempt is durable before the provider is called: whoever made it
    // then calls (`OrderCopy::calls_provider`), once, and tells the answer by record().
    virtual Outcome confirm(command::ConfirmPayment confirm) = 0;
    // The guest is back from the provider's page: durable before its browser is answered. The
    // cashier, of this process or the next, then confirms.
    virtual Outcome keep_return(command::KeepReturn back) = 0;
    // Durable before the provider is told to take back an approval whose answer was lost (its
    // net-cancel): then no approval of the attempt counts until record() tells what came of it.
    // Refused where the outcome has become known meanwhile.
    virtual Outcome take_back(command::TakeBack take) = 0;
    // What a provider said, in any order and any number of times: the first one counts.
    virtual Outcome record(command::RecordPayment record) = 0;
    virtual Outcome cancel(command::CancelOrder cancel) = 0;
    // Durable first: the provider is called by whoever sees the order's RefundSent fact.
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
