#pragma once

#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/port.hpp"
#include "sale/domain/rule/hold_rules.hpp"
#include "sale/domain/rule/pay_rules.hpp"
#include "sale/domain/view/sale_view.hpp"
#include "sale/port/orders.hpp"
#include "sale/port/seat_holds.hpp"
#include "waiting_room/domain/room_view.hpp"
#include "waiting_room/port/line_store.hpp"
#include "waiting_room/port/waiting_lines.hpp"

namespace onsale::contract {

// Takes the place of Redis and its nodes: lines, holds and orders in memory, by the rules of the
// domain. What operators decide reaches it as facts. Codes are spent in the store.
class GuestSide {
  public:
    GuestSide(const TimeSource& time, waiting_room::LineStore& store)
        : time_(time), store_(store) {}

    const sale::State& state() const { return state_; }
    const waiting_room::RoomView& view() const { return view_; }
    const sale::SaleView& sale_view() const { return sale_view_; }

    // Facts and all their consequences. Then guests are admitted whose turn it is.
    void record(sale::Facts facts);
    sale::Moment moment();

    template <class Command>
    Command::Outcome perform(const Command& command) {
        if constexpr (requires { sale::answer(state_, command); }) {
            return sale::answer(state_, command);
        } else if constexpr (requires { sale::answer(state_, command, moment()); }) {
            return sale::answer(state_, command, moment());
        } else {
            auto decision = sale::decide(state_, command, moment());
            record(std::move(decision.facts));
            return settled(std::move(decision.outcome));
        }
    }
    boost::asio::awaitable<waiting_room::EnterOutcome> enter(waiting_room::command::Enter enter);

  private:
    template <class Outcome>
    Outcome settled(Outcome outcome) {
        return outcome;
    }
    sale::OrderOutcome settled(decltype(sale::OrderDecision::outcome) outcome);
    void record_one(sale::Fact fact);
    void settle(EventId event);

    const TimeSource& time_;
    waiting_room::LineStore& store_;
    sale::ZoneOffsets zones_ = [](std::string_view, Instant) { return Duration{0}; };
    std::uint64_t randoms_ = 0;
    sale::State state_;
    waiting_room::RoomView view_;
    sale::SaleView sale_view_;
};

class GuestLines final : public Handles<GuestLines, waiting_room::WaitingLines> {
  public:
    explicit GuestLines(GuestSide& side) : side_(side) {}

    // No case of these suites calls it; a call fails and says so.
    template <class Command>
    Call<Command> handle(Command) {
        throw std::logic_error{"a call that the suites of operators do not need"};
    }
    Call<waiting_room::command::Enter> handle(waiting_room::command::Enter enter) {
        return side_.enter(std::move(enter));
    }
    bool seen(EventId, std::vector<waiting_room::Number>, Duration) override { return true; }

  private:
    GuestSide& side_;
};

// Holds and orders.
template <class PortType>
class GuestPort final : public Handles<GuestPort<PortType>, PortType> {
  public:
    explicit GuestPort(GuestSide& side) : side_(side) {}

    template <class Command>
    Call<Command> handle(Command command) {
        co_return side_.perform(command);
    }

  private:
    GuestSide& side_;
};

}  // namespace onsale::contract
