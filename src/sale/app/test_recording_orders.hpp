#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "sale/port/orders.hpp"

namespace onsale::sale {

// A single order that answers all queries and records what was reported to it. For tests.
class RecordingOrders : public Handles<RecordingOrders, Orders> {
  public:
    OrderCopy copy;
    std::optional<PayRefusal> refusal;         // If set, every call is refused with it.
    std::optional<PayRefusal> record_refusal;  // Like refusal, for RecordPayment only.
    std::optional<PayRefusal> take_back_refusal;
    std::vector<command::RequestPayment> requested;
    std::vector<command::ConfirmPayment> confirmed;
    std::vector<command::KeepReturn> returned;
    std::vector<command::TakeBack> taken_back;
    std::vector<command::RecordPayment> recorded;
    std::vector<command::RecordRefund> refunds_recorded;

    using Handles::call;
    Call<command::RequestPayment> call(command::RequestPayment request) override {
        requested.push_back(std::move(request));
        return told();
    }
    Call<command::ConfirmPayment> call(command::ConfirmPayment confirm) override {
        confirmed.push_back(std::move(confirm));
        return told();
    }
    Call<command::KeepReturn> call(command::KeepReturn back) override {
        returned.push_back(std::move(back));
        return told();
    }
    Call<command::TakeBack> call(command::TakeBack take) override {
        taken_back.push_back(take);
        return told(take_back_refusal);
    }
    Call<command::RecordPayment> call(command::RecordPayment record) override {
        recorded.push_back(std::move(record));
        return told(record_refusal);
    }
    Call<command::RecordRefund> call(command::RecordRefund record) override {
        refunds_recorded.push_back(record);
        return told();
    }
    template <class Command>
    Call<Command> handle(const Command&) {
        return told();
    }
    Call<command::ListBookings> handle(command::ListBookings) { co_return std::vector{copy}; }
    Call<command::ListOrders> handle(command::ListOrders) { co_return std::vector{copy}; }
    Call<command::FindOrders> handle(command::FindOrders) {
        co_return OrderPage{{copy}, std::nullopt};
    }
    Call<command::PreviewRefund> handle(command::PreviewRefund) {
        co_return fail(PayRefusal{PayError::kUnknownOrder});
    }

  private:
    boost::asio::awaitable<OrderOutcome> told(std::optional<PayRefusal> own = {}) {
        if (refusal) co_return fail(*refusal);
        if (own) co_return fail(*own);
        co_return copy;
    }
};

}  // namespace onsale::sale
