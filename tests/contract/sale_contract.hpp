#pragma once

#include <string>
#include <vector>

#include "tests/contract/line_adapter.hpp"

namespace onsale::contract {

// A price of 100,000 and a fee of 1,000.
constexpr payment::Money kOneSeat{101'000, payment::kWon};
constexpr payment::ProviderId kProvider{1};

// An open event with prices, one performance with a row of ten seats, and capacity for all guests.
class SaleContract : public PortContract {
  protected:
    SaleContract();

    SaleAdapter& sale_adapter() { return dynamic_cast<SaleAdapter&>(*adapter_); }
    // Enters and waits for the admission.
    sale::Buyer let_in(std::uint32_t name);
    sale::HoldOutcome select(const sale::Buyer& buyer, std::vector<std::string> seats) {
        return await(
            sale_adapter().holds().call(sale::command::SelectSeats{buyer, std::move(seats)}));
    }
    void pass(Duration by) { sale_adapter().pass(event_, by); }
    sale::OrderOutcome request(const sale::Buyer& buyer);
    // The provider's id of the payment for an order: a payment pays for one order only.
    static std::string key(const payment::Order& order) {
        return "key-" + std::to_string(order.code.value);
    }
    sale::OrderOutcome confirm(const payment::Order& order);
    sale::OrderOutcome record(const payment::Order& order, payment::PaymentResult result);
    // Creates an order of a guest who has paid for a seat.
    payment::Order paid(std::uint32_t name, const std::string& seat);

    static std::shared_ptr<const seat::HallPlan> plan();
    static std::shared_ptr<const payment::Terms> terms();
    sale::OfficeOutcome open_hall(const std::string& performance);
    const sale::HallView& hall() { return *sale_adapter().sale_view().find(event_, "fri"); }
    seat::SeatState state(const std::string& seat) {
        return hall().map().state(*hall().seating().find(seat));
    }
};

}  // namespace onsale::contract
