#pragma once

#include <utility>

#include "adapter/embedded/port/writer_port.hpp"
#include "sale/port/order_clock.hpp"
#include "sale/port/orders.hpp"
#include "sale/port/sale_office.hpp"
#include "sale/port/seat_holds.hpp"

// The ports of the sale. Each call is one command for the writer.
namespace onsale::embedded {
namespace sale_port {

using namespace sale::command;

class SeatHolds final : public sale::SeatHolds {
  public:
    explicit SeatHolds(WriterPort& port) : port_(port) {}
    ~SeatHolds() override;

    Call<SelectSeats> select(SelectSeats it) override { return port_.call(std::move(it)); }
    Call<SelectBest> select_best(SelectBest it) override { return port_.call(std::move(it)); }
    Call<ReleaseSeats> release(ReleaseSeats it) override { return port_.call(std::move(it)); }

  private:
    WriterPort& port_;
};

class Orders final : public sale::Orders {
  public:
    explicit Orders(WriterPort& port) : port_(port) {}
    ~Orders() override;

    Call<RequestPayment> request(RequestPayment it) override { return port_.call(std::move(it)); }
    Call<ConfirmPayment> confirm(ConfirmPayment it) override { return port_.call(std::move(it)); }
    Call<KeepReturn> keep_return(KeepReturn it) override { return port_.call(std::move(it)); }
    Call<TakeBack> take_back(TakeBack it) override { return port_.call(it); }
    Call<RecordPayment> record(RecordPayment it) override { return port_.call(std::move(it)); }
    Call<CancelOrder> cancel(CancelOrder it) override { return port_.call(std::move(it)); }
    Call<RequestRefund> request_refund(RequestRefund it) override {
        return port_.call(std::move(it));
    }
    Call<RecordRefund> record_refund(RecordRefund it) override { return port_.call(it); }
    Call<RetryRefund> retry_refund(RetryRefund it) override { return port_.call(std::move(it)); }
    Call<AskAgain> ask_again(AskAgain it) override { return port_.call(std::move(it)); }
    Call<ShowOrder> show(ShowOrder it) override { return port_.call(std::move(it)); }
    Call<ShowOrderById> show(ShowOrderById it) override { return port_.call(it); }
    Call<ShowBooking> show(ShowBooking it) override { return port_.call(std::move(it)); }
    Call<ShowOpenOrder> show(ShowOpenOrder it) override { return port_.call(std::move(it)); }
    Call<ListBookings> list(ListBookings it) override { return port_.call(it); }
    Call<ListOrders> list(ListOrders it) override { return port_.call(it); }
    Call<FindOrders> find(FindOrders it) override { return port_.call(it); }
    Call<PreviewRefund> preview(PreviewRefund it) override { return port_.call(std::move(it)); }

  private:
    WriterPort& port_;
};

class OrderClock final : public sale::OrderClock {
  public:
    explicit OrderClock(WriterPort& port) : port_(port) {}
    ~OrderClock() override;

    Call<HoldLonger> hold_longer(HoldLonger it) override { return port_.call(std::move(it)); }

  private:
    WriterPort& port_;
};

class SaleOffice final : public sale::SaleOffice {
  public:
    explicit SaleOffice(WriterPort& port) : port_(port) {}
    ~SaleOffice() override;

    Call<OpenHall> open_hall(OpenHall it) override { return port_.call(std::move(it)); }
    Call<SetHallRules> set_hall_rules(SetHallRules it) override {
        return port_.call(std::move(it));
    }
    Call<BlockSeats> block(BlockSeats it) override { return port_.call(std::move(it)); }
    Call<UnblockSeats> unblock(UnblockSeats it) override { return port_.call(std::move(it)); }
    Call<ReleaseReturned> release_returned(ReleaseReturned it) override {
        return port_.call(std::move(it));
    }
    Call<SetTerms> set_terms(SetTerms it) override { return port_.call(std::move(it)); }
    Call<SetSettings> set_settings(SetSettings it) override { return port_.call(std::move(it)); }
    Call<SetLevers> set_levers(SetLevers it) override { return port_.call(std::move(it)); }
    Call<SetBrake> set_brake(SetBrake it) override { return port_.call(it); }

  private:
    WriterPort& port_;
};

}  // namespace sale_port

using sale_port::OrderClock;
using sale_port::Orders;
using sale_port::SaleOffice;
using sale_port::SeatHolds;

}  // namespace onsale::embedded
