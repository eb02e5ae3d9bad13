#pragma once

#include <vector>

#include <boost/asio/awaitable.hpp>

#include "sale/port/orders.hpp"

namespace onsale::sale {

// A single order that answers all queries and records what was reported to it. For tests.
class TestOrders : public Orders {
  public:
    OrderCopy copy;
    bool unavailable = false;
    std::vector<command::ConfirmPayment> confirmed;
    std::vector<command::RecordPayment> recorded;
    std::vector<command::RecordRefund> refunds_recorded;

    Outcome request(command::RequestPayment) override { return told(); }
    Outcome confirm(command::ConfirmPayment confirm) override {
        confirmed.push_back(std::move(confirm));
        return told();
    }
    Outcome keep_return(command::KeepReturn) override { return told(); }
    Outcome take_back(command::TakeBack) override { return told(); }
    Outcome record(command::RecordPayment record) override {
        recorded.push_back(std::move(record));
        return told();
    }
    Outcome cancel(command::CancelOrder) override { return told(); }
    Outcome request_refund(command::RequestRefund) override { return told(); }
    Outcome record_refund(command::RecordRefund record) override {
        refunds_recorded.push_back(record);
        return told();
    }
    Outcome retry_refund(command::RetryRefund) override { return told(); }
    Outcome ask_again(command::AskAgain) override { return told(); }
    Outcome show(command::ShowOrder) override { return told(); }
    Outcome show(command::ShowOrderById) override { return told(); }
    Outcome show(command::ShowBooking) override { return told(); }
    Outcome show(command::ShowOpenOrder) override { return told(); }
    boost::asio::awaitable<OrdersOutcome> list(command::ListBookings) override {
        co_return std::vector{copy};
    }
    boost::asio::awaitable<OrdersOutcome> list(command::ListOrders) override {
        co_return std::vector{copy};
    }
    boost::asio::awaitable<OrderPageOutcome> find(command::FindOrders) override {
        co_return OrderPage{{copy}, std::nullopt};
    }
    boost::asio::awaitable<RefundPreview> preview(command::PreviewRefund) override {
        co_return fail(PayRefusal{PayError::kUnknownOrder});
    }

  private:
    Outcome told() {
        if (unavailable) co_return fail(PayRefusal{PayError::kUnavailable});
        co_return copy;
    }
};

}  // namespace onsale::sale
