#pragma once

#include <utility>

#include <boost/asio/awaitable.hpp>

#include "sale/port/orders.hpp"

namespace onsale::redis {
namespace order_port {

using namespace sale::command;

template <class Command>
using Call = boost::asio::awaitable<typename Command::Outcome>;

// The calls about orders that the sale store answers alone, without Redis.
class ForwardedOrders : public sale::Orders {
  public:
    explicit ForwardedOrders(sale::Orders& store) : store_(store) {}

    Outcome confirm(ConfirmPayment it) override { return store_.confirm(std::move(it)); }
    Outcome keep_return(KeepReturn it) override { return store_.keep_return(std::move(it)); }
    Outcome take_back(TakeBack it) override { return store_.take_back(it); }
    Outcome request_refund(RequestRefund it) override {
        return store_.request_refund(std::move(it));
    }
    Outcome retry_refund(RetryRefund it) override { return store_.retry_refund(std::move(it)); }
    Outcome ask_again(AskAgain it) override { return store_.ask_again(std::move(it)); }
    Outcome show(ShowOrder it) override { return store_.show(std::move(it)); }
    Outcome show(ShowOrderById it) override { return store_.show(it); }
    Outcome show(ShowBooking it) override { return store_.show(std::move(it)); }
    Outcome show(ShowOpenOrder it) override { return store_.show(std::move(it)); }
    Call<ListBookings> list(ListBookings it) override { return store_.list(it); }
    Call<ListOrders> list(ListOrders it) override { return store_.list(it); }
    Call<FindOrders> find(FindOrders it) override { return store_.find(it); }
    Call<PreviewRefund> preview(PreviewRefund it) override { return store_.preview(std::move(it)); }

  private:
    sale::Orders& store_;
};

}  // namespace order_port

using order_port::ForwardedOrders;

}  // namespace onsale::redis
