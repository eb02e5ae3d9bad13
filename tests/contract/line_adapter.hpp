#pragma once

#include <functional>
#include <memory>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include "sale/domain/view/sale_view.hpp"
#include "sale/port/orders.hpp"
#include "sale/port/sale_office.hpp"
#include "sale/port/seat_holds.hpp"
#include "waiting_room/domain/room_view.hpp"
#include "waiting_room/port/event_office.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::contract {

// The interface that the suite needs of an adapter: its ports on one loop, and the view of that
// loop. The suite runs the loop itself. A new adapter needs one more line in adapters.cpp.
class LineAdapter {
  public:
    virtual ~LineAdapter() = default;

    virtual boost::asio::io_context& loop() = 0;
    virtual waiting_room::WaitingLines& lines() = 0;
    virtual waiting_room::EventOffice& office() = 0;
    // The view of the readers on the loop. REQUIRES: called on the loop, or while the loop is not
    // running.
    virtual const waiting_room::RoomView& view() = 0;
};

class SaleAdapter : public LineAdapter {
  public:
    virtual sale::SeatHolds& holds() = 0;
    virtual sale::Orders& orders() = 0;
    virtual sale::SaleOffice& sale_office() = 0;
    virtual const sale::SaleView& sale_view() = 0;
    // Lets line time pass, without waiting for it.
    virtual void pass(waiting_room::EventId event, Duration by) = 0;
};

struct AdapterKind {
    std::string name;
    std::function<std::unique_ptr<LineAdapter>()> make;
};

// Adapters with a line, and adapters that are SaleAdapters.
const std::vector<AdapterKind>& line_adapters();
const std::vector<AdapterKind>& sale_adapters();

// Each test gets a new adapter of each kind, with one open event whose guests all wait.
class PortContract : public testing::TestWithParam<AdapterKind> {
  protected:
    PortContract();

    // Runs the loop until the call has returned.
    template <class Value>
    Value await(boost::asio::awaitable<Value> call) {
        std::optional<Value> answer;
        std::exception_ptr failure;
        boost::asio::co_spawn(adapter_->loop(), std::move(call),
                              [&](std::exception_ptr error, Value value) {
                                  failure = error;
                                  answer.emplace(std::move(value));
                              });
        while (!answer)
            run_one();
        if (failure) std::rethrow_exception(failure);
        return std::move(*answer);
    }
    // Runs the loop until `holds` is true, for example until an admission at the next tick.
    void run_until(const std::function<bool()>& holds);

    waiting_room::EnterOutcome enter(std::uint32_t name);
    std::shared_ptr<waiting_room::EventSettings> settings() const;
    void edit(const std::function<void(waiting_room::EventSettings&)>& change);
    const waiting_room::LineView& view() { return *adapter_->view().find(event_); }
    waiting_room::Standing standing(waiting_room::Number number) {
        return view().book().standing(number);
    }
    static GuestId guest(std::uint32_t name);

    std::unique_ptr<LineAdapter> adapter_;
    waiting_room::EventId event_;

  private:
    void run_one();
};

}  // namespace onsale::contract
