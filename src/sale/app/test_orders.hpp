#pragma once

#include <optional>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "sale/port/orders.hpp"

namespace onsale::sale {

// A single order that answers all queries and records what was reported to it. For tests.
class TestOrders : public Orders {
  public:
    OrderCopy copy;
    std::optional<PayRefusal> refusal;         // If set, every call is refused with it.
    std::optional<PayRefusal> record_refusal;  // Like refusal, for record() only.
    std::optional<PayRefusal> take_back_refusal;
    std::vector<command::RequestPayment> requested;
    std::vector<command::ConfirmPayment> confirmed;
    std::vector<command::KeepReturn> returned;
    std::vector<command::TakeBack> taken_back;
    std::vector<command::RecordPayment> recorded;
    std::vector<command::RecordRefund> refunds_recorded;

    Outcome request(command::RequestPayment request) override {
        requested.push_back(std::move(request));
        return told();
    }
    Outcome confirm(command::ConfirmPayment confirm) override {
        confirmed.push_back(std::move(confirm));
        return told();
    }
    Outcome keep_return(command::KeepReturn back) override {
        returned.push_back(std::move(back));
        return told();
    }
    Outcome take_back(command::TakeBack take) override {
        taken_back.push_back(take);
        return told(take_back_refusal);
    }
    Outcome record(command::RecordPayment record) override {
        recorded.push_back(std::move(record));
        return told(record_refusal);
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
    Outcome told(std::optional<PayRefusal> own = {}) {
        if (refusal) co_return fail(*refusal);
        if (own) co_return fail(*own);
        co_return copy;
    }
};

}  // namespace onsale::sale
