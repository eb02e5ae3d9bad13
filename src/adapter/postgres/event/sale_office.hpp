#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/postgres/event/event_change.hpp"
#include "sale/domain/rule/office_rules.hpp"
#include "sale/port/sale_office.hpp"

namespace onsale::postgres {

// Executes the commands of operators about halls, prices and sale settings, in PostgreSQL. Holds
// are in Redis, so this class does not know how many guests hold seats; the caller reads that from
// its view of the seats.
// REQUIRES: outlives its calls.
class SaleOffice final : public Handles<SaleOffice, sale::SaleOffice> {
  public:
    explicit SaleOffice(EventStore& store) : store_(store) {}

    template <class Command>
    Call<Command> handle(Command command) {
        const Scope scope{command.event, command.rehearse};
        return change(scope, rule_of(std::move(command)));
    }
    Call<sale::command::OpenHall> handle(sale::command::OpenHall open);
    Call<sale::command::BlockSeats> handle(sale::command::BlockSeats block);
    Call<sale::command::UnblockSeats> handle(sale::command::UnblockSeats unblock);
    Call<sale::command::ReleaseReturned> handle(sale::command::ReleaseReturned release);

  private:
    using Outcome = boost::asio::awaitable<sale::OfficeOutcome>;
    using Rule = std::function<sale::OfficeDecision(const sale::State&, const sale::Moment&)>;
    struct Scope {
        EventId event;
        bool rehearse = false;
        bool opens_hall = false;
    };
    // The seats that a command names. None: those that wait for an operator.
    struct Seats {
        std::string performance;
        std::vector<std::string> names;
    };

    template <class Command>
    static Rule rule_of(Command command) {
        return
            [command = std::move(command)](const sale::State& state, const sale::Moment& moment) {
                return sale::decide(state, command, moment);
            };
    }
    Outcome change(Scope scope, Rule rule);
    // A seat may get an owner between the reading and the writing. The unique index refuses the
    // second one, and the rule is asked again.
    Outcome change_seats(Scope scope, Seats seats, Rule rule);
    Outcome try_seats(Scope scope, Seats seats, Rule rule, bool& again);
    std::vector<Command> reads_of(Scope scope, const Seats& seats) const;
    std::optional<sale::HallId> hall_of(Scope scope, const Seats& seats) const;
    EventDecision decide_seats(Scope scope, std::optional<sale::HallId> id, const Rule& rule,
                               const EventMoment& at, sale::OfficeOutcome& outcome);
    sale::Moment moment(Stamp stamp) const;

    EventStore& store_;
};

}  // namespace onsale::postgres
