#pragma once

#include "adapter/embedded/port/line_ports.hpp"
#include "sale/port/orders.hpp"
#include "sale/port/sale_office.hpp"
#include "sale/port/seat_holds.hpp"

namespace onsale::embedded {

class SeatHolds : public sale::SeatHolds {
  public:
    explicit SeatHolds(WriterPort& port) : port_(port) {}

    boost::asio::awaitable<sale::HoldOutcome> select(sale::command::SelectSeats select) override;
    boost::asio::awaitable<sale::HoldOutcome> select_best(
        sale::command::SelectBest select) override;
    boost::asio::awaitable<sale::ReleaseOutcome> release(
        sale::command::ReleaseSeats release) override;

  private:
    WriterPort& port_;
};

class Orders : public sale::Orders {
  public:
    explicit Orders(WriterPort& port) : port_(port) {}

    Outcome request(sale::command::RequestPayment request) override;
    Outcome confirm(sale::command::ConfirmPayment confirm) override;
    Outcome keep_return(sale::command::KeepReturn back) override;
    Outcome take_back(sale::command::TakeBack take) override;
    Outcome record(sale::command::RecordPayment record) override;
    Outcome cancel(sale::command::CancelOrder cancel) override;
    Outcome request_refund(sale::command::RequestRefund request) override;
    Outcome record_refund(sale::command::RecordRefund record) override;
    Outcome retry_refund(sale::command::RetryRefund retry) override;
    Outcome ask_again(sale::command::AskAgain again) override;
    Outcome show(sale::command::ShowOrder show) override;
    Outcome show(sale::command::ShowOrderById show) override;
    Outcome show(sale::command::ShowBooking show) override;
    Outcome show(sale::command::ShowOpenOrder show) override;
    boost::asio::awaitable<sale::OrdersOutcome> list(sale::command::ListBookings list) override;
    boost::asio::awaitable<sale::OrdersOutcome> list(sale::command::ListOrders list) override;
    boost::asio::awaitable<sale::OrderPageOutcome> find(sale::command::FindOrders find) override;
    boost::asio::awaitable<sale::RefundPreview> preview(
        sale::command::PreviewRefund preview) override;

  private:
    WriterPort& port_;
};

class SaleOffice : public sale::SaleOffice {
  public:
    explicit SaleOffice(WriterPort& port) : port_(port) {}

    Outcome open_hall(sale::command::OpenHall open) override;
    Outcome set_hall_rules(sale::command::SetHallRules set) override;
    Outcome block(sale::command::BlockSeats block) override;
    Outcome unblock(sale::command::UnblockSeats unblock) override;
    Outcome release_returned(sale::command::ReleaseReturned release) override;
    Outcome set_terms(sale::command::SetTerms set) override;
    Outcome set_settings(sale::command::SetSettings set) override;
    Outcome set_levers(sale::command::SetLevers set) override;
    Outcome set_brake(sale::command::SetBrake set) override;

  private:
    WriterPort& port_;
};

}  // namespace onsale::embedded
